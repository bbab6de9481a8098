//! `docs dev`: the real program on real folders, asked over HTTP; and what the server answers, without sockets.

mod again;
mod answers;
mod equal;
mod hostile;
mod live;
mod server;
