//! Who may ask. A server on one's own machine can be reached by every site that one visits: by a name that is made to
//! point at the machine (so the `Host` is checked), and by requests from other origins (so nothing is shared with them,
//! and what does more than read the site asks for origin and token).

use std::net::IpAddr;

use super::{Reach, Request, Terms};

/// A request that is not answered, with a status and a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal(pub u16, pub &'static str);

/// Whether the name that was asked for is one of this server.
pub fn host(request: &Request, terms: &Terms) -> Result<(), Refusal> {
    let mut hosts = request.headers.iter().filter(|(name, _)| name == "host");
    let (Some((_, host)), None) = (hosts.next(), hosts.next()) else {
        return Err(Refusal(400, "a request needs one Host header"));
    };
    let name = name_of(host).ok_or(Refusal(400, "the Host header is no name"))?;
    if is_known(&name, terms) {
        Ok(())
    } else {
        Err(Refusal(421, "this server has another name; `--allow-host NAME` allows one more"))
    }
}

/// Whether a request comes from a page of this server: what answers more than the site's own files needs it.
pub fn origin(request: &Request) -> Result<(), Refusal> {
    let refusal = Refusal(403, "only pages of this server may ask");
    let host = request.header("host").unwrap_or("");
    if let Some(origin) = request.header("origin")
        && !origin.eq_ignore_ascii_case(&format!("http://{host}"))
    {
        return Err(refusal);
    }
    match request.header("sec-fetch-site") {
        Some("same-origin" | "none") | None => Ok(()),
        Some(_) => Err(refusal),
    }
}

/// Whether a page that asks, if it is one, has one of the names of this server: at any port, for tools in a browser.
pub fn foreign_origin(request: &Request, terms: &Terms) -> Result<(), Refusal> {
    let Some(origin) = request.header("origin") else { return Ok(()) };
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    // An address may be anybody's, so the network's are not known here but for this server's own.
    let near = Terms { names: terms.names.clone(), ..Terms::default() };
    let is_own = host.is_some() && host == request.header("host");
    if is_own || host.and_then(name_of).is_some_and(|name| is_known(&name, &near)) {
        Ok(())
    } else {
        Err(Refusal(403, "pages of this origin may not ask; `--allow-host NAME` allows one more"))
    }
}

/// Whether this is the token of the server, in a time that tells nothing about it.
pub fn token(given: &str, terms: &Terms) -> Result<(), Refusal> {
    let differences = given.bytes().zip(terms.token.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
    if given.len() == terms.token.len() && differences == 0 && !given.is_empty() {
        Ok(())
    } else {
        Err(Refusal(403, "this is not the token of this server"))
    }
}

fn is_known(name: &str, terms: &Terms) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    // An address cannot be made to point elsewhere.
    if let Ok(address) = name.parse::<IpAddr>() {
        return address.is_loopback() || terms.reach == Reach::Network;
    }
    name == "localhost"
        || name.ends_with(".localhost")
        || terms.names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The name in a `Host` header, in lower case; `None` when it is none.
fn name_of(host: &str) -> Option<String> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok() && !port.starts_with('+'));
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
    (is_port && !name.is_empty() && name.chars().all(plain)).then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let asked = |host: &str, reach: Reach| {
            let request =
                Request { headers: vec![("host".to_owned(), host.to_owned())], ..Request::default() };
            let terms = Terms { reach, names: vec!["box.test".to_owned()], ..Terms::default() };
            super::host(&request, &terms).map_err(|refusal| refusal.0)
        };
        for known in
            ["localhost", "LOCALHOST:3000", "a.localhost:1", "127.0.0.1:3000", "[::1]:3000", "Box.test:80"]
        {
            assert_eq!(asked(known, Reach::Loopback), Ok(()), "{known}");
        }
        for foreign in ["evil.test", "localhost.evil.test:3000", "192.168.1.5:3000", "127.0.0.1.evil.test"] {
            assert_eq!(asked(foreign, Reach::Loopback), Err(421), "{foreign}");
        }
        for broken in ["", "a b", "localhost:x", "localhost:3000:1", "user@localhost", "[::1", "localhost/"] {
            assert_eq!(asked(broken, Reach::Loopback), Err(400), "{broken}");
        }
        assert_eq!(asked("192.168.1.5:3000", Reach::Network), Ok(()));
        assert_eq!(asked("evil.test", Reach::Network), Err(421));
    }

    #[test]
    fn a_token_is_the_whole_token() {
        let terms = Terms { token: "abc".to_owned(), ..Terms::default() };
        assert_eq!(token("abc", &terms), Ok(()));
        for wrong in ["", "ab", "abcd", "abd"] {
            assert!(token(wrong, &terms).is_err(), "{wrong}");
        }
        assert!(token("", &Terms::default()).is_err());
    }
}
