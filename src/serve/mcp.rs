//! The "Streamable HTTP" of the Model Context Protocol (AI-10): which requests carry a message, and how what is said to
//! it is sent. A message is a `POST` with JSON, and is answered with JSON; the server begins no messages of its own, so
//! there is nothing to listen to, and it remembers nobody, so there are no sessions.
//!
//! Who may ask is said by [`guard`]: names of this machine and those that were allowed, for the server and for the
//! pages that ask it.

use super::answer::{Answer, Body, path_of, plain};
use super::guard::{self, Refusal};
use super::{Request, Terms};
use crate::mcp::is_version;

/// Where messages are sent to.
pub const PATH: &str = "/mcp";

/// The message of a request, or what is answered in its stead.
pub fn message(request: &Request, body: Vec<u8>, terms: &Terms) -> Result<String, Answer> {
    message_of(request, body, terms).map_err(|answer| shared(request, answer))
}

/// What is said to a message; `None` when nothing is.
pub fn reply(request: &Request, answer: Option<String>) -> Answer {
    let answer = match answer {
        Some(text) => {
            let headers = [("content-type", "application/json"), ("cache-control", "no-store")]
                .map(|(name, value)| (name, value.to_owned()));
            Answer { status: 200, headers: headers.into(), body: Body::Bytes(text.into_bytes()) }
        }
        None => Answer { status: 202, headers: Vec::new(), body: Body::Bytes(Vec::new()) },
    };
    shared(request, answer)
}

fn message_of(request: &Request, body: Vec<u8>, terms: &Terms) -> Result<String, Answer> {
    let refused = |Refusal(status, text)| plain(status, text);
    guard::host(request, terms).map_err(refused)?;
    guard::foreign_origin(request, terms).map_err(refused)?;
    if path_of(&request.target).is_none_or(|(path, _)| path.trim_end_matches('/') != PATH) {
        return Err(plain(404, "messages are sent to /mcp"));
    }
    match request.method.as_str() {
        "POST" => {}
        // Asked before a page of another origin may send its message.
        "OPTIONS" => return Err(preflight()),
        _ => {
            let mut answer = plain(405, "messages are sent with POST; this server begins none");
            answer.headers.push(("allow", "POST, OPTIONS".to_owned()));
            return Err(answer);
        }
    }
    if !lists(request, "content-type", &["application/json"]) {
        return Err(plain(415, "a message is application/json"));
    }
    if request.header("accept").is_some()
        && !lists(request, "accept", &["application/json", "application/*", "*/*"])
    {
        return Err(plain(406, "the answer is application/json"));
    }
    if let Some(version) = request.header("mcp-protocol-version")
        && !is_version(version)
    {
        return Err(plain(400, "this server does not speak that version of the protocol"));
    }
    String::from_utf8(body).map_err(|_| plain(400, "the message is no UTF-8"))
}

/// Whether one of these media types is in a header, whatever its parameters.
fn lists(request: &Request, header: &str, known: &[&str]) -> bool {
    let given =
        request.headers.iter().filter(|(name, _)| name == header).flat_map(|(_, value)| value.split(','));
    given
        .map(|part| part.split(';').next().unwrap_or("").trim())
        .any(|kind| known.iter().any(|known| known.eq_ignore_ascii_case(kind)))
}

fn preflight() -> Answer {
    let headers = [
        ("access-control-allow-methods", "POST"),
        (
            "access-control-allow-headers",
            "accept, authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id",
        ),
        ("access-control-max-age", "86400"),
    ];
    let headers = headers.map(|(name, value)| (name, value.to_owned()));
    Answer { status: 204, headers: headers.into(), body: Body::Bytes(Vec::new()) }
}

/// Lets the page that asked read the answer; one that may not ask is told nothing.
fn shared(request: &Request, mut answer: Answer) -> Answer {
    answer.headers.push(("vary", "origin".to_owned()));
    if let Some(origin) = request.header("origin")
        && !matches!(answer.status, 403 | 421)
    {
        answer.headers.push(("access-control-allow-origin", origin.to_owned()));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: [(&str, &str); 3] = [
        ("host", "localhost:3000"),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];

    fn status(method: &str, target: &str, more: &[(&str, &str)]) -> u16 {
        let mut headers: Vec<(String, String)> = Vec::new();
        for (name, value) in ASKED.iter().chain(more) {
            headers.retain(|(known, _)| known != name);
            headers.push(((*name).to_owned(), (*value).to_owned()));
        }
        let request = Request { method: method.to_owned(), target: target.to_owned(), headers };
        match message(&request, b"{}".to_vec(), &Terms::default()) {
            Ok(text) => {
                assert_eq!(text, "{}");
                200
            }
            Err(answer) => answer.status,
        }
    }

    #[test]
    fn only_messages_of_those_who_may_ask_are_answered() {
        assert_eq!(status("POST", "/mcp", &[]), 200);
        assert_eq!(status("POST", "/mcp/?x=1", &[("mcp-protocol-version", "2025-06-18")]), 200);
        assert_eq!(status("GET", "/mcp", &[]), 405);
        assert_eq!(status("DELETE", "/mcp", &[]), 405);
        assert_eq!(status("OPTIONS", "/mcp", &[]), 204);
        assert_eq!(status("POST", "/", &[]), 404);
        assert_eq!(status("POST", "/mcp", &[("mcp-protocol-version", "1")]), 400);
        assert_eq!(status("POST", "/mcp", &[("accept", "text/html")]), 406);
        assert_eq!(status("POST", "/mcp", &[("content-type", "text/plain")]), 415);
        assert_eq!(status("POST", "/mcp", &[("host", "evil.test")]), 421);
        for origin in ["https://evil.test", "null", "http://localhost.evil.test", "file://"] {
            assert_eq!(status("POST", "/mcp", &[("origin", origin)]), 403, "{origin}");
        }
        for origin in ["http://localhost:6274", "http://127.0.0.1:3000", "https://[::1]"] {
            assert_eq!(status("POST", "/mcp", &[("origin", origin)]), 200, "{origin}");
        }
    }
}
