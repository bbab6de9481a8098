//! Pages as the server sends them: those of the build with one element more, the script of the live update.

use serde_json::json;

use super::{CHANNEL, Menu, SCRIPT, Terms};
use crate::html::escape::Writer;

/// The script itself.
pub const DEV_SCRIPT: &str = include_str!("../../themes/base/dev.js");

/// A page with the script. `state` changes with the bytes of the page.
pub fn with_script(page: &[u8], state: &str, terms: &Terms) -> Vec<u8> {
    let element = script(state, terms);
    let end = b"</body>";
    let at = page.windows(end.len()).rposition(|window| window == end).unwrap_or(page.len());
    let (before, after) = page.split_at(at);
    [before, element.as_bytes(), after].concat()
}

/// The element: the last one of the body, so that it sees the page before any other script has changed it.
pub fn script(state: &str, terms: &Terms) -> String {
    let data = json!({
        "channel": format!("{}/{CHANNEL}", terms.base),
        "token": terms.token,
        "base": terms.base,
        "state": state,
        "menu": terms.menu == Menu::Shown,
    });
    let mut out = Writer::new();
    out.open("script").attr("src", &format!("{}/{SCRIPT}", terms.base)).attr("data-dev", &data.to_string());
    out.close("script");
    out.finish().into_string()
}

/// A page that stands in where there is none: one sentence, and the script that waits for the page.
pub fn stand_in(title: &str, text: &str, state: &str, terms: &Terms) -> Vec<u8> {
    let mut head = Writer::new();
    head.open("title").text(title).close("title");
    let mut body = Writer::new();
    body.open("h1").text(title).close("h1").open("pre").text(text).close("pre");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">{}</head><body>{}{}</body></html>\n",
        head.finish().as_str(),
        body.finish().as_str(),
        script(state, terms)
    )
    .into_bytes()
}
