//! Who may be asked through the proxy of the playground, and what is passed on (PLAY-08): the one rule that a local
//! server follows, and that the files for hosts ([`hosts`]) say in their languages.
//!
//! A page asks its own site: `HEAD` at [`PATH`] says whether there is a proxy. A request names where it goes in
//! [`TARGET`]; method, body and the other headers are those of the request. Only servers of the site's descriptions
//! can be reached, only pages of the site may ask, and the reader's cookies of the site stay here. A redirect is
//! followed here, as a browser would do it with an answer that comes from the API itself.

use std::collections::BTreeSet;

pub mod hosts;

/// Where pages ask; the path that other tools know, too.
pub const PATH: &str = "/_mintlify/api/request";
/// The header that names the address.
pub const TARGET: &str = "x-docs-target";
/// The header that has the cookies for the target, which a page cannot send itself.
pub const COOKIE: &str = "x-docs-cookie";
/// The header by which a page knows an answer of the proxy.
pub const MARK: &str = "x-docs-proxy";

/// Headers of a request that stay here: they belong to the way between reader and site.
const KEPT_BACK: &[&str] = &[
    "accept-encoding",
    "connection",
    "content-length",
    "cookie",
    "forwarded",
    "host",
    "keep-alive",
    "origin",
    "proxy-authorization",
    "proxy-connection",
    "referer",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
];
/// Beginnings of such names.
const KEPT_BACK_PREFIXES: &[&str] =
    &["cf-", "sec-", "x-docs-", "x-forwarded-", "x-nf-", "x-real-", "x-vercel-"];

/// Redirects of one request that are followed.
pub const MOST_REDIRECTS: usize = 5;
/// The header that tells a page where the answer of a redirect came from.
pub const SOURCE: &str = "x-docs-source";
/// Headers that a redirect takes along to another server: any other one may say who asks.
const SHARED: &[&str] = &["accept", "accept-language", "content-language", "content-type", "user-agent"];
/// Headers that tell of a body.
const OF_BODY: &[&str] = &["content-encoding", "content-language", "content-location", "content-type"];

/// Origins that may be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins(BTreeSet<String>);

/// What a request of a page becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a proxy: 204 with [`MARK`].
    Here,
    /// It is passed on.
    Forward(Forward),
    /// It is not, with a status and a sentence.
    Refused(u16, String),
}

/// A request to a server of the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forward {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
}

impl Origins {
    /// The origins of addresses of servers; those that are none are left out.
    pub fn of<'a>(addresses: impl IntoIterator<Item = &'a str>) -> Self {
        Self(addresses.into_iter().filter_map(origin).collect())
    }

    /// In alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an address may be asked.
    pub fn allow(&self, address: &str) -> bool {
        origin(address).is_some_and(|origin| self.0.contains(&origin))
    }
}

/// What becomes of a request at [`PATH`]. Names of headers are compared without regard to letter case.
pub fn judge(method: &str, headers: &[(String, String)], origins: &Origins) -> Verdict {
    let of =
        |name: &str| headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value);
    // Other sites may not use it from their readers' browsers.
    if of("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return Verdict::Refused(403, "only pages of this site may ask".to_owned());
    }
    let Some(target) = of(TARGET) else {
        return match method.eq_ignore_ascii_case("HEAD") {
            true => Verdict::Here,
            false => Verdict::Refused(400, format!("the header `{TARGET}` is missing")),
        };
    };
    if !origins.allow(target) {
        return Verdict::Refused(403, format!("`{target}` is on no server of the API"));
    }
    let mut passed: Vec<(String, String)> = headers
        .iter()
        .filter(|(name, value)| is_passed_on(name) && !value.contains(['\r', '\n']))
        .cloned()
        .collect();
    passed.extend(of(COOKIE).map(|cookies| ("Cookie".to_owned(), cookies.clone())));
    Verdict::Forward(Forward { method: method.to_owned(), url: target.clone(), headers: passed })
}

/// The request that a redirect asks for, by the rules of `fetch`; with another method, it has no body. `None` when the
/// answer is none, `Err` says why it is not followed.
pub fn follow(
    sent: &Forward,
    status: u16,
    location: Option<&str>,
    origins: &Origins,
) -> Result<Option<Forward>, String> {
    let (301..=303 | 307 | 308, Some(location)) = (status, location) else { return Ok(None) };
    let Some(url) = joined(&sent.url, location).filter(|url| origins.allow(url)) else {
        return Err(format!(
            "the API answered with status {status} and leads to `{location}`, which is on no server of the API"
        ));
    };
    let becomes_get = match status {
        303 => !matches!(sent.method.as_str(), "GET" | "HEAD"),
        301 | 302 => sent.method == "POST",
        _ => false,
    };
    let stays = origin(&sent.url) == origin(&url);
    let is_kept = |name: &str| {
        let is_one_of = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        !(becomes_get && is_one_of(OF_BODY)) && (stays || is_one_of(SHARED))
    };
    let method = if becomes_get { "GET".to_owned() } else { sent.method.clone() };
    let headers = sent.headers.iter().filter(|(name, _)| is_kept(name)).cloned().collect();
    Ok(Some(Forward { method, url, headers }))
}

/// The address that a header names at an address. What else is none of HTTP has no [`origin`].
fn joined(base: &str, location: &str) -> Option<String> {
    let location = location.trim().split('#').next()?;
    let (scheme, rest) = base.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let path = rest.strip_prefix(host)?.split(['?', '#']).next()?;
    let name = location.split(['/', '?']).next()?;
    let whole = if name.contains(':') {
        location.to_owned()
    } else if location.starts_with("//") {
        format!("{scheme}:{location}")
    } else {
        let (way, query) = location.split_at(location.find('?').unwrap_or(location.len()));
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let way = match way {
            "" => path.to_owned(),
            rooted if rooted.starts_with('/') => without_dots(rooted),
            below => without_dots(&format!("{folder}/{below}")),
        };
        format!("{scheme}://{host}{way}{query}")
    };
    // A header has bytes, and an address has only some of them.
    let coded = |c: char| match u8::try_from(c) {
        Ok(byte) if !c.is_ascii() || c == ' ' => format!("%{byte:02X}"),
        _ => c.to_string(),
    };
    Some(whole.chars().map(coded).collect())
}

/// A path whose `.` and `..` are followed.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => kept.truncate(kept.len().saturating_sub(1).max(1)),
            part => kept.push(part),
        }
    }
    if path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    kept.join("/")
}

/// Whether a header of a request is passed on.
pub fn is_passed_on(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !KEPT_BACK.contains(&name.as_str()) && !KEPT_BACK_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a header of an answer is passed on: cookies of an API are not cookies of the site, and lengths and
/// encodings are those of another body.
pub fn is_handed_back(name: &str) -> bool {
    let held =
        ["set-cookie", "content-encoding", "content-length", "connection", "transfer-encoding", "keep-alive"];
    let name = name.to_ascii_lowercase();
    !held.contains(&name.as_str()) && !name.starts_with("access-control-") && !name.starts_with("x-docs-")
}

/// `https://host:port` of an address, in lower case and without a usual port; `None` when it is not one of HTTP, or
/// says who asks.
pub fn origin(address: &str) -> Option<String> {
    if address.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return None;
    }
    let (scheme, rest) = address.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let usual = match scheme.as_str() {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let host = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '_');
    let host = host.strip_suffix(usual).unwrap_or(&host);
    (!host.is_empty() && host.chars().all(plain)).then(|| format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(method: &str, headers: &[(&str, &str)]) -> Verdict {
        let headers: Vec<(String, String)> =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        judge(method, &headers, &Origins::of(["https://API.example.com/v1", "http://localhost:8080"]))
    }

    #[test]
    fn play_08_only_servers_of_the_api_are_asked() {
        assert_eq!(ask("HEAD", &[]), Verdict::Here);
        assert!(matches!(ask("GET", &[]), Verdict::Refused(400, _)));
        for allowed in
            ["https://api.example.com/x?y", "https://api.example.com:443", "http://LOCALHOST:8080/"]
        {
            assert!(matches!(ask("GET", &[("X-Docs-Target", allowed)]), Verdict::Forward(_)), "{allowed}");
        }
        for refused in [
            "http://api.example.com/",
            "https://api.example.com:8443/",
            "https://api.example.com.evil.test/",
            "https://api.example.com@evil.test/",
            "https://evil.test/https://api.example.com",
            "https://api.example.com\\@evil.test/",
            "https://api.example.com\r\n.evil.test/",
            "http://169.254.169.254/",
            "file:///etc/passwd",
            "//api.example.com",
            "",
        ] {
            assert!(
                matches!(ask("GET", &[("x-docs-target", refused)]), Verdict::Refused(403, _)),
                "{refused}"
            );
        }
    }

    #[test]
    fn play_08_other_sites_may_not_ask_and_cookies_stay_here() {
        let target = ("x-docs-target", "https://api.example.com/a");
        assert!(matches!(ask("GET", &[target, ("Sec-Fetch-Site", "cross-site")]), Verdict::Refused(403, _)));
        let asked = [
            target,
            ("Sec-Fetch-Site", "same-origin"),
            ("Cookie", "site=secret"),
            ("Referer", "https://docs"),
            ("X-Docs-Cookie", "api=1"),
            ("Authorization", "Bearer t"),
            ("X-Forwarded-For", "1.2.3.4"),
        ];
        let Verdict::Forward(forward) = ask("POST", &asked) else { panic!("refused") };
        assert_eq!(forward.method, "POST");
        let expected = [("Authorization", "Bearer t"), ("Cookie", "api=1")];
        assert_eq!(forward.headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(!is_handed_back("Set-Cookie") && is_handed_back("Content-Type"));
    }

    #[test]
    fn play_08_a_redirect_is_followed_as_a_browser_does_it() {
        let origins = Origins::of(["https://api.example.com/v1", "http://localhost:8080"]);
        let headers =
            [("Authorization", "Bearer t"), ("X-Key", "k"), ("Content-Type", "a/b"), ("Accept", "*/*")];
        let sent = |method: &str| Forward {
            method: method.to_owned(),
            url: "https://api.example.com/v1/a/b?c".to_owned(),
            headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        };
        let go = |method: &str, status: u16, location: &str| {
            follow(&sent(method), status, Some(location), &origins).map(|next| {
                let next = next?;
                Some((
                    next.method,
                    next.url,
                    next.headers.into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
                ))
            })
        };
        for (location, url) in [
            ("/r/json", "https://api.example.com/r/json"),
            ("d#e", "https://api.example.com/v1/a/d"),
            ("../d/./e/..", "https://api.example.com/v1/d/"),
            ("../../../..", "https://api.example.com/"),
            ("?x=/../y", "https://api.example.com/v1/a/b?x=/../y"),
            ("//api.example.com/x", "https://api.example.com/x"),
            ("https://API.example.com:443", "https://API.example.com:443"),
            ("/\u{c3}\u{a9} x", "https://api.example.com/%C3%A9%20x"),
        ] {
            assert_eq!(go("GET", 302, location).unwrap().unwrap().1, url, "{location}");
        }
        for refused in [
            "https://evil.test/",
            "//evil.test",
            "/\\evil.test",
            "https:/x",
            "file:///etc",
            "http://api.example.com/",
        ] {
            assert!(go("GET", 302, refused).is_err(), "{refused}");
        }
        for (method, status, becomes) in [
            ("POST", 301, "GET"),
            ("POST", 302, "GET"),
            ("PUT", 302, "PUT"),
            ("PUT", 303, "GET"),
            ("HEAD", 303, "HEAD"),
            ("POST", 307, "POST"),
            ("POST", 308, "POST"),
        ] {
            let (next, _, headers) = go(method, status, "/x").unwrap().unwrap();
            assert_eq!(next, becomes, "{method} {status}");
            assert_eq!(headers.contains(&"Content-Type".to_owned()), method == becomes);
            assert!(headers.contains(&"Authorization".to_owned()) && headers.contains(&"X-Key".to_owned()));
        }
        // Another server does not learn who asks.
        assert_eq!(
            go("POST", 307, "http://localhost:8080/x").unwrap().unwrap().2,
            ["Content-Type", "Accept"]
        );
        for (status, location) in [(200, Some("/x")), (304, Some("/x")), (302, None)] {
            assert_eq!(follow(&sent("GET"), status, location, &origins), Ok(None));
        }
    }
}
