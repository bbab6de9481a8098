//! Tables that are asked a few times for every file of a site: the one place that names the crate.
//!
//! Their hashes are quicker than the standard library's, and like those begin with a random number, so that nobody can
//! choose names that all fall together.

pub use hashbrown::{HashMap, HashSet, HashTable};
