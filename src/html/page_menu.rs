//! The menu of a page for work with assistants (CTX-01 to CTX-12): a first action and a list of others.
//!
//! Whatever can be is a link, which works without a script. What needs one (`themes/base/page-menu.js`) is not shown
//! without. Entries that would lead nowhere are left out: those that need the Markdown of a page that has none, and
//! those of an MCP server that the site does not name.

use crate::config::chrome::{Contextual, ContextualDisplay, ContextualEntry, ContextualOption};
use crate::config::navigation::Icon;
use crate::encoding::base64;
use crate::text::encode_part;

use super::escape::{Html, UrlUse, Writer, is_safe_url};
use super::template::UiText;

/// What a menu is made of.
pub struct MenuInput<'a> {
    pub menu: &'a Contextual,
    /// Addresses of the page and of its Markdown, below the site's.
    pub page: &'a str,
    pub markdown: Option<&'a str>,
    /// `https://host`, when it is known.
    pub site: Option<&'a str>,
    pub site_name: &'a str,
    /// Address of the site's MCP server.
    pub mcp: Option<&'a str>,
    /// Address of the API description that the page is made from.
    pub description: Option<&'a str>,
    pub display: ContextualDisplay,
    pub icon: &'a dyn Fn(&Icon) -> Option<Html>,
    pub text: &'a UiText,
}

/// Assistants that take a question in their address.
const ASSISTANTS: [(&str, &str, &str); 6] = [
    ("chatgpt", "ChatGPT", "https://chatgpt.com/?hints=search&q="),
    ("claude", "Claude", "https://claude.ai/new?q="),
    ("perplexity", "Perplexity", "https://www.perplexity.ai/search?q="),
    ("grok", "Grok", "https://grok.com/?q="),
    ("aistudio", "AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt="),
    ("devin", "Devin", "https://app.devin.ai/?prompt="),
];
/// Entries that lead to a service of the other product, or into a program that tells nobody the address for it: known,
/// and left out. A build tells which (CTX-07).
pub const WITHOUT_ADDRESS: &[&str] = &["assistant", "devin-desktop", "devin-mcp", "windsurf"];
/// Where the address of the Markdown stands in what assistants are asked. By its beginning the script knows their links
/// (`themes/base/page-menu.js`), as it knows the other entries by what they do: so pictures cost the pages nothing.
const ASKED: (&str, &str) = ("Read ", " and answer questions about it.");
/// Most bytes of an address.
const LONGEST: usize = 8_000;

/// An entry.
struct Entry {
    label: String,
    hint: Option<String>,
    icon: Option<Html>,
    act: Act,
}

enum Act {
    /// Does something here; with what it does it to.
    Script {
        name: &'static str,
        value: Option<String>,
    },
    Link {
        href: String,
        opens: Opens,
        template: Option<String>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opens {
    Here,
    Elsewhere,
    /// Is kept as a file.
    Saved,
}

/// The menu; `None` when nothing is in it.
pub fn page_menu(input: &MenuInput<'_>) -> Option<Html> {
    let entries: Vec<Entry> = input.menu.options.iter().filter_map(|option| entry(input, option)).collect();
    let (first, more) = entries.split_first()?;
    let mut out = Writer::with_capacity(1_024);
    out.open("div").attr("class", "page-menu").attr("id", "page-context-menu").attr("data-page", input.page);
    out.opt_attr("data-markdown", input.markdown).opt_attr("data-mcp", input.mcp);
    if input.display == ContextualDisplay::Toc {
        list(&mut out, &entries);
    } else {
        // Beside the title is no room for more than its name.
        element(&mut out, first, None, Some("page-context-menu-button"));
        if !more.is_empty() {
            out.open("details").open("summary").attr("aria-label", &input.text.menu_actions).close("summary");
            list(&mut out, more);
            out.close("details");
        }
    }
    out.close("div");
    Some(out.finish())
}

fn list(out: &mut Writer, entries: &[Entry]) {
    out.open("ul");
    for entry in entries {
        out.open("li");
        element(out, entry, entry.hint.as_deref(), None);
        out.close("li");
    }
    out.close("ul");
}

fn element(out: &mut Writer, entry: &Entry, hint: Option<&str>, id: Option<&str>) {
    let tag = match &entry.act {
        Act::Script { name, value } => {
            out.open("button").attr("type", "button").opt_attr("id", id).attr("data-act", name);
            out.opt_attr("data-value", value.as_deref());
            "button"
        }
        Act::Link { href, opens, template } => {
            out.open("a")
                .attr("href", href)
                .opt_attr("id", id)
                .opt_attr("data-template", template.as_deref());
            match opens {
                Opens::Here => {}
                Opens::Elsewhere => {
                    out.attr("target", "_blank").attr("rel", "nofollow noreferrer");
                }
                Opens::Saved => {
                    out.flag("download");
                }
            }
            "a"
        }
    };
    if let Some(icon) = &entry.icon {
        out.raw(icon);
    }
    out.open("span").text(&entry.label);
    if let Some(hint) = hint {
        out.open("small").text(hint).close("small");
    }
    out.close("span").close(tag);
}

fn entry(input: &MenuInput<'_>, option: &ContextualOption) -> Option<Entry> {
    let name = match option {
        ContextualOption::Custom(custom) => return custom_entry(input, custom),
        ContextualOption::Known(name) => name.as_str(),
    };
    let text = input.text;
    let fill = |template: &str, name: &str| template.replace("{}", name);
    let plain = |label: &str, hint: &str, act: Act| {
        Some(Entry { label: label.to_owned(), hint: Some(hint.to_owned()), icon: None, act })
    };
    let script = |name, value: Option<&str>| Act::Script { name, value: value.map(str::to_owned) };
    let link = |href: String, opens| Act::Link { href, opens, template: None };
    if let Some((_, label, base)) = ASSISTANTS.iter().find(|(known, _, _)| *known == name) {
        let markdown = input.markdown?;
        let asked = format!("{}{}{}", ASKED.0, absolute(input, markdown), ASKED.1);
        let href = format!("{base}{}", encode_part(&asked, ""));
        // Where the site will be is only known in the browser.
        let template = input
            .site
            .is_none()
            .then(|| format!("{base}{}$url{}", encode_part(ASKED.0, ""), encode_part(ASKED.1, "")));
        let act = Act::Link { href, opens: Opens::Elsewhere, template };
        return plain(&fill(&text.menu_ask, label), &text.menu_ask_hint, act);
    }
    match name {
        "copy" => {
            input.markdown?;
            plain(&text.menu_copy, &text.menu_copy_hint, script("copy", None))
        }
        "view" => {
            plain(&text.menu_view, &text.menu_view_hint, link(input.markdown?.to_owned(), Opens::Elsewhere))
        }
        "download-pdf" => plain(&text.menu_pdf, &text.menu_pdf_hint, script("print", None)),
        "download-spec" => {
            let link = link(input.description?.to_owned(), Opens::Saved);
            plain(&text.menu_spec, &text.menu_spec_hint, link)
        }
        "mcp" => plain(&text.menu_mcp, &text.menu_mcp_hint, script("text", Some(input.mcp?))),
        "add-mcp" => {
            let command = format!("npx add-mcp {}", input.mcp?);
            plain(&command, &text.menu_mcp_hint, script("text", Some(&command)))
        }
        "cursor" => {
            let config = serde_json::json!({ "url": input.mcp? }).to_string();
            let (name, config) = (encode_part(input.site_name, ""), base64(config.as_bytes()));
            let href = format!(
                "cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={}",
                encode_part(&config, "")
            );
            plain(&fill(&text.menu_connect, "Cursor"), &text.menu_mcp_hint, link(href, Opens::Here))
        }
        "vscode" => {
            let config = serde_json::json!({ "name": input.site_name, "url": input.mcp? }).to_string();
            let href = format!("vscode:mcp/install?{}", encode_part(&config, ""));
            plain(&fill(&text.menu_connect, "VS Code"), &text.menu_mcp_hint, link(href, Opens::Here))
        }
        // What is left is `WITHOUT_ADDRESS`.
        _ => None,
    }
}

fn absolute(input: &MenuInput<'_>, address: &str) -> String {
    format!("{}{address}", input.site.unwrap_or(""))
}

/// An entry of the site's own: `$page`, `$path` and `$mcp` are filled in (CTX-08). The text of the page is only known
/// in the browser; until then its address stands for it.
fn custom_entry(input: &MenuInput<'_>, custom: &ContextualEntry) -> Option<Entry> {
    let page = absolute(input, input.markdown.unwrap_or(input.page));
    let with = |page: &str| {
        let fill = |text: &str| {
            let filled = text.replace("$path", input.page.trim_start_matches('/'));
            filled.replace("$mcp", input.mcp.unwrap_or("")).replace("$page", page)
        };
        let mut href = fill(&custom.href.base);
        for (number, parameter) in custom.href.query.iter().enumerate() {
            href.push(if number == 0 && !href.contains('?') { '?' } else { '&' });
            href.push_str(&format!(
                "{}={}",
                encode_part(&parameter.key, ""),
                encode_part(&fill(&parameter.value), "$")
            ));
        }
        href
    };
    let href = with(&page);
    if !is_safe_url(&href, UrlUse::Link) {
        return None;
    }
    let asks_for_text = with("$page") != href && input.markdown.is_some();
    let template = asks_for_text.then(|| with("$page")).filter(|template| template.len() < LONGEST);
    let is_elsewhere = href.contains("://");
    Some(Entry {
        label: custom.title.clone(),
        hint: Some(custom.description.clone()).filter(|hint| !hint.is_empty()),
        icon: custom.icon.as_ref().and_then(|icon| (input.icon)(icon)),
        act: Act::Link { href, opens: if is_elsewhere { Opens::Elsewhere } else { Opens::Here }, template },
    })
}
