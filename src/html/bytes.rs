//! Where a byte or a few of them stand in markup, as quickly as the processor tells: the one place that names memchr.

pub(super) use memchr::memchr as first;
pub(super) use memchr::memchr3 as first_of;
pub(super) use memchr::memmem::find;
