//! All integration tests, one binary.
mod commonmark;
mod page_vectors;
mod vectors;
