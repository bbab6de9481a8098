//! Who may be asked through the proxy of the playground, and what is passed on (PLAY-08): the one rule that a local
//! server follows, and that the files for hosts ([`hosts`]) say in their languages.
//!
//! A page asks its own site: `HEAD` at [`PATH`] says whether there is a proxy. A request names where it goes in
//! [`TARGET`]; method, body and the other headers are those of the request. Only servers of the site's descriptions
//! can be reached, only pages of the site may ask, and the reader's cookies of the site stay here.

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
    Verdict::Forward(Forward { url: target.clone(), headers: passed })
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
        let expected = [("Authorization", "Bearer t"), ("Cookie", "api=1")];
        assert_eq!(forward.headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(!is_handed_back("Set-Cookie") && is_handed_back("Content-Type"));
    }
}
