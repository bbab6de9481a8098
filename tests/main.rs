//! All integration tests, one binary.
mod blockwise;
mod commonmark;
mod page_vectors;
mod pages;
mod vectors;
