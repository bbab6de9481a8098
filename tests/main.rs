//! All integration tests, one binary.
mod blockwise;
mod page_vectors;
mod pages;
mod vectors;
