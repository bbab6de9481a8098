//! `Caddyfile`: to be imported into a site block.

use super::{
    FILE_END, HostFiles, HostInput, IMMUTABLE, IMMUTABLE_PATTERN, KINDS, Negotiation, Precompress,
    REVALIDATE, Source, UNSAFE, candidates, destination, of_every_answer, regex, with_query,
};
use crate::text::UrlStyle;

pub(super) fn files(input: &HostInput<'_>) -> HostFiles {
    let base = &input.addresses.base;
    let tries = candidates(input.addresses, "{path}").join(" ");
    let mut out = String::from(
        "# To be imported into the block of a site:\n\
         #     docs.example.com {\n\
         #         root * /srv/site\n\
         #         import /srv/site/Caddyfile\n\
         #     }\n",
    );
    out.push_str("header {\n");
    for (name, value) in of_every_answer(input) {
        out.push_str(&format!("\t{name} {}\n", quoted(&value)));
    }
    out.push_str("}\n");
    let kept = quoted(&format!("^{base}{IMMUTABLE_PATTERN}"));
    out.push_str(&format!(
        "@docs_kept path_regexp {kept}\nheader @docs_kept Cache-Control \"{IMMUTABLE}\"\n\
         @docs_fresh not path_regexp {kept}\nheader @docs_fresh Cache-Control \"{REVALIDATE}\"\n"
    ));
    for (number, (path, kind)) in KINDS.iter().enumerate() {
        let path = quoted(path);
        out.push_str(&format!(
            "@docs_kind_{number} path_regexp {path}\nheader @docs_kind_{number} Content-Type \"{kind}\"\n"
        ));
    }
    // Who asks for Markdown gets it.
    let (file_end, markdown) = (quoted(FILE_END), KINDS.first().map_or("", |(_, kind)| kind));
    out.push_str(&format!(
        "@docs_page not path_regexp {file_end}\nheader @docs_page +Vary Accept\n\
         @docs_text {{\n\theader Accept *text/markdown*\n\tnot path_regexp {file_end}\n\
         \tfile {{path}}.md {{path}}index.md\n}}\nheader @docs_text Content-Type \"{markdown}\"\n\
         rewrite @docs_text {{file_match.relative}}\n"
    ));
    if !input.redirects.is_empty() {
        out.push_str("map {query} {docs_query} {\n\t~^(.+)$ \"?${1}\"\n\tdefault \"\"\n}\n");
    }
    for (number, redirect) in input.redirects.iter().enumerate() {
        let name = format!("docs_{number}");
        let target = redirect.destination.as_slice();
        // Braces of the address itself are percent-encoded.
        let target = destination(target, |part| format!("{{re.{name}.{part}}}"));
        let target = with_query(&target, "{docs_query}", "&{query}");
        let safe = match redirect.source {
            Source::Exact(_) => String::new(),
            Source::Pattern(_) => format!("\tnot path_regexp {}\n", quoted(UNSAFE)),
        };
        // Only for paths that no file has, so that a page wins.
        out.push_str(&format!(
            "@{name} {{\n\tpath_regexp {name} {}\n\tnot file {tries}\n{safe}}}\nredir @{name} {} {}\n",
            quoted(&regex(base, &redirect.source)),
            quoted(&target),
            redirect.status,
        ));
    }
    if input.addresses.style == UrlStyle::File {
        // Files are behind addresses without a slash.
        out.push_str(&format!(
            "@docs_slash {{\n\tpath_regexp docs_slash \"^(.+)/$\"\n\tnot file {tries}\n}}\n\
             redir @docs_slash \"{{re.docs_slash.1}}\" 301\n"
        ));
    }
    let server = match input.precompress {
        Precompress::Off => "file_server",
        Precompress::On => "file_server {\n\tprecompressed gzip\n}",
    };
    out.push_str(&format!(
        "try_files {tries}\n{server}\nhandle_errors {{\n\t@docs_missing expression `{{err.status_code}} == 404`\n\
         \thandle @docs_missing {{\n\t\trewrite * {}\n\t\t{server}\n\t}}\n}}\n",
        quoted(&format!("{base}/404.html"))
    ));
    HostFiles { files: vec![("Caddyfile".to_owned(), out)], left: Vec::new(), negotiation: Negotiation::Done }
}

/// A word in double quotes, in which a back slash is one.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
