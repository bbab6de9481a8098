//! `docs dev`: the site in a browser while its author writes.
//!
//! ```text
//! engine ── tells of every file ──▶ plan ◀── asks ── answer ◀── http ◀── browser
//!    ▲                                │                                    ▲
//!    └── pages that are waited for ◀──┴── live: what changed ──────────────┘
//! ```
//!
//! [`plan`] knows which addresses there are, by their names, and where the bytes of each lie: files that were made are
//! in a folder of this server's own below the project (neither that of `docs build`, which may be on its way to
//! readers, nor memory, which a large site would fill), files of the project are where they are. A request is looked
//! up in the plan; no path of the disk is ever made from one. [`answer`] is a pure function from a request to what is
//! sent, [`guard`] says who may ask, [`live`] what a page is told when something changes, and [`http`] is the only
//! part that has sockets.
//!
//! [`mcp`] is another service at the same sockets, for assistants.
//!
//! The server listens before anything is read. A page that is not made yet is made before all others.

use crate::site::proxy;

pub mod answer;
pub mod file;
pub mod guard;
pub mod http;
pub mod live;
pub mod mcp;
pub mod page;
pub mod pass;
pub mod plan;

/// The script of the live update, below the base.
pub const SCRIPT: &str = "_docs/dev.js";
/// Where pages are told what changes, below the base.
pub const CHANNEL: &str = "_docs/dev/live";
/// Where the playground asks, see [`proxy`].
pub const PROXY: &str = proxy::PATH;

/// What the server was told.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Empty, or `/segment…` without trailing slash.
    pub base: String,
    /// Nobody who has not read a page knows it.
    pub token: String,
    /// Names besides those of this machine that browsers may use.
    pub names: Vec<String>,
    pub reach: Reach,
    pub menu: Menu,
}

/// From where the server can be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// From this machine.
    #[default]
    Loopback,
    /// From the network.
    Network,
}

/// Whether the contextual menu of pages is shown, which readers have and authors have not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Menu {
    #[default]
    Hidden,
    Shown,
}

/// A request without its body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// As it was sent: a path with a query, or anything else.
    pub target: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// The first header of a name, which is given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
