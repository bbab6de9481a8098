//! `docs`: a documentation engine.
pub mod diagnostic;
pub mod hash;
pub mod page;
pub mod text;
pub mod yaml;
