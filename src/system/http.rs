//! Downloads, for `docs fetch`. The only module that names the ureq crate; TLS is rustls with the root certificates
//! of Mozilla, and `HTTPS_PROXY` is followed.

use std::io::ErrorKind;
use std::time::Duration;

use super::{Request, SystemError, Utf8Path};

/// A whole download takes no longer.
const PATIENCE: Duration = Duration::from_secs(60);

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

fn failed(url: &str, error: &ureq::Error) -> SystemError {
    let kind = match error {
        ureq::Error::StatusCode(_) => ErrorKind::NotFound,
        ureq::Error::Timeout(_) => ErrorKind::TimedOut,
        ureq::Error::BodyExceedsLimit(_) => ErrorKind::FileTooLarge,
        _ => ErrorKind::Other,
    };
    SystemError { kind, operation: "fetch", path: Utf8Path::new(url).to_owned(), reason: error.to_string() }
}
