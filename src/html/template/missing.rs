//! Documents for addresses that have no page of their own: redirects on hosts without rules, and the 404 page with
//! its scripts (RED-03, ERR-01).

use minijinja::context;
use minijinja::value::{Serde, Value};

use super::{
    LANGUAGE_SCRIPT, MetaKey, MetaTag, NavView, NotFoundView, PageHeader, PageView, Shell, Templates,
    write_escaped,
};
use crate::html::escape::{Html, UrlUse, is_safe_url};

/// Goes where a redirect page leads, with the reader's query and hash. The same bytes on every such page.
pub(super) const STUB_SCRIPT: &str = include_str!("../../../themes/base/stub.js");

/// Follows the redirects that no page can do, on the 404 page. The same bytes on every site.
pub(super) const ROUTER_SCRIPT: &str = include_str!("../../../themes/base/router.js");

/// A document that sends its reader to `target` (for hosts without redirect rules); `canonical` is the address there
/// that search engines are told. With `languages` it may lead to the reader's instead ([`LANGUAGE_SCRIPT`]).
pub fn render_redirect_stub(target: &str, canonical: &str, languages: Option<&str>) -> String {
    let languages = languages.map_or_else(String::new, |languages| {
        let mut data = String::with_capacity(languages.len());
        let _ = write_escaped(&mut data, languages);
        format!("<script data-languages=\"{data}\">{}</script>\n", LANGUAGE_SCRIPT.trim())
    });
    let escaped = |target: &str| {
        let mut url = String::with_capacity(target.len());
        // Writing to a string cannot fail.
        let _ = write_escaped(&mut url, if is_safe_url(target, UrlUse::Link) { target } else { "/" });
        url
    };
    let (url, canonical) = (escaped(target), escaped(canonical));
    // A refresh would overtake the script and lose query and hash: it is for browsers without scripts.
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Redirecting…</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n<link rel=\"canonical\" href=\"{canonical}\">\n\
         <noscript><meta http-equiv=\"refresh\" content=\"0; url={url}\"></noscript>\n\
         <p><a href=\"{url}\">{url}</a></p>\n{languages}<script>{}</script>\n</html>\n",
        STUB_SCRIPT.trim()
    )
}

impl Templates {
    pub(super) fn not_found(&self, shell: &Shell, view: &NotFoundView) -> Result<String, minijinja::Error> {
        let title = if view.title.is_empty() { &shell.not_found_title } else { &view.title };
        let body = self.render(
            "404.html",
            &context! {
                site => shell.values.clone(),
                title => title,
                description => Value::from(Serde(&view.description_html)),
                home => &view.home,
                data => view.data.replace("</", "<\\/"),
                router_script => view.has_routes.then(|| ROUTER_SCRIPT.trim()),
            },
        )?;
        let page = PageView {
            title: title.clone(),
            path: "/404".to_owned(),
            metas: vec![MetaTag { key: MetaKey::Name("robots".to_owned()), content: "noindex".to_owned() }],
            nav: unplaced(&view.nav),
            // The output of a template.
            body_html: Html::from_author(body).into(),
            style_html: view.style_html.clone(),
            stylesheets: view.stylesheets.clone(),
            scripts: view.scripts.clone(),
            islands_html: view.islands_html.clone(),
            choices: view.choices,
            ..PageView::default()
        };
        self.document(shell, &page, PageHeader::Hidden)
    }
}

/// The navigation of a page that is nowhere: no tab, anchor or dropdown is the current one.
fn unplaced(nav: &NavView) -> NavView {
    let mut nav = nav.clone();
    for item in nav.tabs.iter_mut().chain(&mut nav.anchors).chain(&mut nav.dropdowns) {
        item.active = false;
        item.menu.iter_mut().for_each(|entry| entry.active = false);
    }
    nav
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_cannot_run_code() {
        let stub = |target| render_redirect_stub(target, target, None);
        assert!(stub("/a?b=\"c\"&d").contains("url=/a?b=&quot;c&quot;&amp;d\""));
        assert!(!stub("javascript:alert(1)").contains("javascript"));
    }
}
