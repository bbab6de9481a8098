//! The proxy of the playground (PLAY-08): a request of a page, judged by the one rule of [`crate::site::proxy`] and
//! sent on. Addresses are those of the site's own descriptions, and a redirect is an answer like any other.

use super::Request;
use super::answer::{Answer, plain};
use crate::site::proxy::{MARK, Origins, Verdict, is_handed_back, judge};
use crate::system::{Message, Reply, System};

/// A request body that is longer is refused.
pub const MOST_BYTES: usize = 32 << 20;

/// What comes of a request at the proxy.
pub enum Passed {
    Answer(Answer),
    /// An answer of the other server, its headers chosen.
    Reply(Reply),
}

/// Judges a request and sends it on.
pub fn pass(request: &Request, body: Vec<u8>, origins: &Origins, system: &dyn System) -> Passed {
    match judge(&request.method, &request.headers, origins) {
        Verdict::Here => Passed::Answer(marked(plain(204, ""))),
        Verdict::Refused(status, text) => Passed::Answer(marked(plain(status, &text))),
        Verdict::Forward(forward) => {
            let message =
                Message { method: request.method.clone(), url: forward.url, headers: forward.headers, body };
            match system.exchange(&message) {
                Ok(mut reply) => {
                    reply.headers.retain(|(name, _)| is_handed_back(name));
                    reply.headers.push((MARK.to_owned(), "1".to_owned()));
                    reply.headers.push(("cache-control".to_owned(), "no-store".to_owned()));
                    Passed::Reply(reply)
                }
                Err(error) => Passed::Answer(marked(plain(502, &error.to_string()))),
            }
        }
    }
}

fn marked(mut answer: Answer) -> Answer {
    answer.headers.push((MARK, "1".to_owned()));
    answer
}
