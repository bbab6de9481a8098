//! `docs build --watch`: the real program on real folders. Every test waits for the program's own signal,
//! a cookie that it takes away; none depends on how long something takes.

mod cancellation;
mod ends;
mod limits;
mod long;
mod project;
mod quiet;
mod saves;
mod trees;
