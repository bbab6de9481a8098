//! `nginx.conf`: to be included in a `server` block.

use super::{
    FILE_END, HostFiles, HostInput, IMMUTABLE, IMMUTABLE_PATTERN, KINDS, Negotiation, Precompress,
    REVALIDATE, Source, UNSAFE, candidates, destination, of_every_answer, quoted, regex, with_query,
};
use crate::text::UrlStyle;

pub(super) fn files(input: &HostInput<'_>) -> HostFiles {
    let base = &input.addresses.base;
    let mut out = String::from(
        "# To be included in a `server` block whose `root` is the folder that holds this site:\n\
         #     include /srv/site/nginx.conf;\n",
    );
    if input.precompress == Precompress::On {
        // Most packages have the module; one that is built without is told by the server when it starts.
        out.push_str("gzip_static on;\ngzip_vary on;\n");
    }
    let mut headers = String::new();
    for (name, value) in of_every_answer(input) {
        headers.push_str(&format!("    add_header {name} {} always;\n", quoted(&value)));
    }
    let tries = candidates(input.addresses, "$uri").join(" ");
    out.push_str(&format!("error_page 404 {};\n", quoted(&format!("{base}/404.html"))));
    out.push_str(&format!(
        "location ~ {} {{\n    add_header Cache-Control \"{IMMUTABLE}\" always;\n{headers}}}\n",
        quoted(&format!("^{base}{IMMUTABLE_PATTERN}")),
    ));
    // Who asks for Markdown gets it.
    out.push_str(&format!(
        "set $docs_file \"$uri.md\";\nif ($uri ~ \"/$\") {{ set $docs_file \"${{uri}}index.md\"; }}\n\
         set $docs_text \"\";\nset $docs_vary \"Accept\";\n\
         if (-f $document_root$docs_file) {{ set $docs_text \"there\"; }}\n\
         if ($uri ~ {file_end}) {{ set $docs_text \"\"; set $docs_vary \"\"; }}\n\
         if ($http_accept !~* \"text/markdown\") {{ set $docs_text \"\"; }}\n\
         if ($docs_text) {{ rewrite ^ $docs_file last; }}\n",
        file_end = quoted(FILE_END),
    ));
    for (path, kind) in KINDS {
        out.push_str(&format!(
            "location ~ {} {{\n    absolute_redirect off;\n    types {{ }}\n    default_type \"{kind}\";\n    \
             add_header Cache-Control \"{REVALIDATE}\" always;\n    add_header Vary $docs_vary always;\n{headers}    \
             try_files {tries} @docs_redirects;\n}}\n",
            quoted(&format!("^{base}(?:/.*)?{path}")),
        ));
    }
    out.push_str(&format!(
        "location {} {{\n    absolute_redirect off;\n    add_header Vary $docs_vary always;\n    add_header Cache-Control \"{REVALIDATE}\" always;\n{headers}    \
         try_files {tries} @docs_redirects;\n}}\n",
        quoted(&format!("{base}/")),
    ));
    // Only for paths that no file has, so that a page wins.
    out.push_str("location @docs_redirects {\n    absolute_redirect off;\n");
    if input.redirects.iter().any(|redirect| matches!(redirect.source, Source::Pattern(_))) {
        out.push_str(&format!("    if ($uri ~ {}) {{ return 404; }}\n", quoted(UNSAFE)));
    }
    for redirect in &input.redirects {
        // A `$` of the address itself is percent-encoded.
        let target = destination(&redirect.destination, |number| format!("${number}"));
        let target = with_query(&target, "$is_args$args", "&$args");
        out.push_str(&format!(
            "    if ($uri ~ {}) {{ return {} {}; }}\n",
            quoted(&regex(base, &redirect.source)),
            redirect.status,
            quoted(&target),
        ));
    }
    if input.addresses.style == UrlStyle::File {
        // Files are behind addresses without a slash.
        out.push_str("    if ($uri ~ \"^(.+)/$\") { return 301 \"$1$is_args$args\"; }\n");
    }
    out.push_str("    return 404;\n}\n");
    HostFiles {
        files: vec![("nginx.conf".to_owned(), out)],
        left: Vec::new(),
        negotiation: Negotiation::Done,
    }
}
