//! All integration tests, one binary.
mod page_vectors;
mod vectors;
