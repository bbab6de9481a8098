//! Text of an author never becomes markup or script, wherever it stands.

use super::page;

/// Text of an author never becomes markup or script: only tags that stand in the page as tags do.
#[test]
fn no_text_becomes_markup_or_script() {
    let payloads = [
        "<script>evil()</script>",
        "</script><script>evil()</script>",
        "<img src=x onerror=evil()>",
        "\"><img src=x onerror=evil()>",
        "' onmouseover='evil()",
        "\" onmouseover=\"evil()",
        "javascript:evil()",
        " java\tscript:evil()",
        "JaVaScRiPt:evil()",
        "data:text/html,<script>evil()</script>",
        "vbscript:evil()",
        "--><svg onload=evil()>",
        "</style><svg onload=evil()>",
        "</title></textarea><svg onload=evil()>",
        "&lt;script&gt;evil()&lt;/script&gt;",
    ];
    let props = [
        "title",
        "description",
        "href",
        "src",
        "icon",
        "iconType",
        "color",
        "img",
        "alt",
        "caption",
        "label",
        "id",
        "name",
        "type",
        "query",
        "path",
        "body",
        "header",
        "default",
        "placeholder",
        "tip",
        "cta",
        "headline",
        "arrow",
        "horizontal",
        "cols",
        "size",
        "className",
        "style",
        "rtl",
        "tags",
        "date",
        "url",
        "filename",
        "language",
        "lang",
        "theme",
        "actions",
        "value",
        "sync",
        "defaultTabIndex",
        "titleSize",
        "stepNumber",
        "lines",
        "wrap",
        "expandable",
        "required",
        "deprecated",
        "pre",
        "post",
        "for",
    ];
    let components = docs::html::component::component_names();
    let mut seen = 0;
    for component in components {
        for payload in payloads {
            let literal = serde_json::to_string(payload).expect("a string");
            for props in props.chunks(8) {
                let attributes: String = props.iter().map(|prop| format!(" {prop}={{{literal}}}")).collect();
                let (body, _) =
                    page(&format!("<{component}{attributes}>\n\ntext {{{literal}}}\n\n</{component}>\n"));
                harmless(body.html.as_str(), component, payload);
                if let Some(aside) = &body.aside {
                    harmless(aside.as_str(), component, payload);
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 1_000);
    for payload in payloads {
        let escaped = payload.replace('<', "\\<").replace('\t', " ");
        for text in [
            format!("# {escaped}\n"),
            format!("[a]({})\n", payload.replace([' ', '\t'], "")),
            format!("[a](<{}>)\n", payload.replace(['<', '>', '\t'], "")),
            format!("![{}](a.png \"{}\")\n", escaped.replace('"', ""), escaped.replace('"', "")),
            format!("```js title=\"{payload}\" {payload}\n{payload}\n```\n"),
            format!("`{}`\n", payload),
            format!("$$\n\\text{{{}}}\n$$\n", payload),
            format!("| a |\n|---|\n| `{}` |\n", payload.replace('|', "")),
            format!("a[^1]\n\n[^1]: {escaped}\n"),
            format!("```mermaid\n{payload}\n```\n"),
        ] {
            let (body, _) = page(&text);
            harmless(body.html.as_str(), &text, payload);
        }
    }
}

/// Reads tags as a browser would and refuses scripts, handlers and addresses that run something.
fn harmless(html: &str, place: &str, payload: &str) {
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        rest = &rest[open + 1..];
        let name: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase();
        assert!(name != "script", "{place} with {payload:?} gives a script: {html}");
        // Attributes up to the `>` outside quotes.
        let mut quote = None;
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match (quote, c) {
                (None, '"' | '\'') => quote = Some(c),
                (Some(open), c) if open == c => quote = None,
                (None, '>') => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let tag = &rest[..end];
        for (index, piece) in tag.split('"').enumerate() {
            if index % 2 == 0 {
                let attribute =
                    piece.trim().trim_end_matches('=').rsplit(' ').next().unwrap_or("").to_ascii_lowercase();
                assert!(
                    !attribute.starts_with("on") || attribute == "on",
                    "{place} with {payload:?} gives a handler: <{tag}>"
                );
                let value = tag.split('"').nth(index + 1).unwrap_or("");
                let value: String = value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
                let value = value.to_ascii_lowercase();
                let runs = ["javascript:", "vbscript:", "data:text/html"]
                    .iter()
                    .any(|scheme| value.starts_with(scheme));
                let address = matches!(
                    attribute.as_str(),
                    "href" | "src" | "action" | "formaction" | "data" | "xlink:href" | "poster"
                );
                assert!(!(runs && address), "{place} with {payload:?} gives an address that runs: <{tag}>");
            }
        }
        rest = &rest[end..];
    }
}
