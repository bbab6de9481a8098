//! Downloads for `docs fetch`, and requests of the playground for `docs dev`. The only module that names the ureq
//! crate; TLS is rustls with the root certificates of Mozilla, and `HTTPS_PROXY` is followed.

use std::io::ErrorKind;
use std::time::Duration;

use super::{Message, Reply, Request, SystemError, Utf8Path};
use crate::encoding::{latin1_decoded, latin1_encoded};

/// A whole download takes no longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A question takes no longer.
const SHORT_PATIENCE: Duration = Duration::from_secs(10);

/// Downloads one file, over redirects.
pub(super) fn fetch(request: &Request<'_>) -> Result<Vec<u8>, SystemError> {
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .max_redirects(5)
        .user_agent(request.user_agent)
        .build()
        .new_agent();
    let mut answer = agent.get(request.url).call().map_err(|error| failed(request.url, &error))?;
    let body = answer.body_mut().with_config().limit(request.most_bytes);
    body.read_to_vec().map_err(|error| failed(request.url, &error))
}

/// The status that is answered. Some servers do not know the short question, so a bad answer to it is asked again.
pub(super) fn status(request: &Request<'_>) -> Result<u16, SystemError> {
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(SHORT_PATIENCE))
        .max_redirects(10)
        .http_status_as_error(false)
        .user_agent(request.user_agent)
        .build()
        .new_agent();
    let short = agent.head(request.url).call().map(|answer| answer.status().as_u16());
    match short {
        Ok(status) if status < 400 => Ok(status),
        _ => agent
            .get(request.url)
            .call()
            .map(|answer| answer.status().as_u16())
            .map_err(|error| failed(request.url, &error)),
    }
}

/// A server that is not reached within this time is told to be out of reach.
const CONNECT: Duration = Duration::from_secs(10);

/// Sends one request. However long the answer takes to end, it is handed on piece by piece.
pub(super) fn exchange(message: &Message) -> Result<Reply, SystemError> {
    let agent = ureq::Agent::config_builder()
        .timeout_connect(Some(CONNECT))
        .timeout_recv_response(Some(PATIENCE))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .allow_non_standard_methods(true)
        .build()
        .new_agent();
    let mut request = ureq::http::Request::builder().method(message.method.as_str()).uri(&message.url);
    for (name, value) in &message.headers {
        request = request.header(name, latin1_encoded(value));
    }
    let unusable = |reason: String| SystemError {
        reason,
        ..SystemError::new(ErrorKind::InvalidInput, "ask", Utf8Path::new(&message.url))
    };
    // These have a body, if only an empty one.
    let has_body = matches!(message.method.as_str(), "POST" | "PUT" | "PATCH");
    let answer = if message.body.is_empty() && !has_body {
        request.body(()).map(|request| agent.run(request))
    } else {
        request.body(message.body.as_slice()).map(|request| agent.run(request))
    };
    let answer = answer.map_err(|error| unusable(error.to_string()))?;
    let answer = answer.map_err(|error| failed(&message.url, &error))?;
    let text = |value: &ureq::http::HeaderValue| latin1_decoded(value.as_bytes());
    Ok(Reply {
        status: answer.status().as_u16(),
        headers: answer.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
        body: Box::new(answer.into_body().into_reader()),
    })
}

fn failed(url: &str, error: &ureq::Error) -> SystemError {
    let kind = match error {
        ureq::Error::StatusCode(_) => ErrorKind::NotFound,
        ureq::Error::Timeout(_) => ErrorKind::TimedOut,
        ureq::Error::BodyExceedsLimit(_) => ErrorKind::FileTooLarge,
        _ => ErrorKind::Other,
    };
    SystemError { kind, operation: "fetch", path: Utf8Path::new(url).to_owned(), reason: error.to_string() }
}
