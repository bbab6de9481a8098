//! The proxy of the playground (PLAY-08): a request of a page, judged by the one rule of [`crate::site::proxy`] and
//! sent on. Addresses are those of the site's own descriptions. A redirect is followed here: to a page, it would lead
//! to an address of this site.

use super::Request;
use super::answer::{Answer, plain};
use crate::site::proxy::{
    Forward, MARK, MOST_REDIRECTS, Origins, SOURCE, Verdict, follow, is_handed_back, judge,
};
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
        Verdict::Here => said(204, ""),
        Verdict::Refused(status, text) => said(status, &text),
        Verdict::Forward(forward) => match exchange(forward, body, origins, system) {
            Ok(reply) => Passed::Reply(reply),
            Err(text) => said(502, &text),
        },
    }
}

/// Sends a request on, over redirects.
fn exchange(
    mut forward: Forward,
    mut body: Vec<u8>,
    origins: &Origins,
    system: &dyn System,
) -> Result<Reply, String> {
    for step in 0..=MOST_REDIRECTS {
        let Forward { method, url, headers } = forward.clone();
        let message = Message { method, url, headers, body };
        let mut reply = system.exchange(&message).map_err(|error| error.to_string())?;
        let location = reply.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("location"));
        let location = location.map(|(_, value)| value.as_str());
        let Some(next) = follow(&forward, reply.status, location, origins)? else {
            reply.headers.retain(|(name, _)| is_handed_back(name));
            reply.headers.push((MARK.to_owned(), "1".to_owned()));
            reply.headers.push(("cache-control".to_owned(), "no-store".to_owned()));
            reply.headers.extend((step > 0).then(|| (SOURCE.to_owned(), forward.url)));
            return Ok(reply);
        };
        body = if next.method == forward.method { message.body } else { Vec::new() };
        forward = next;
    }
    Err(format!("the API answered with more than {MOST_REDIRECTS} redirects, at last to `{}`", forward.url))
}

fn said(status: u16, text: &str) -> Passed {
    let mut answer = plain(status, text);
    answer.headers.push((MARK, "1".to_owned()));
    Passed::Answer(answer)
}
