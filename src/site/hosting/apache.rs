//! `.htaccess`, in the folder of the site: needs `AllowOverride FileInfo`.

use super::{
    FILE_END, HostFiles, HostInput, IMMUTABLE, KINDS, Negotiation, REVALIDATE, Source, UNSAFE, destination,
    of_every_answer, regex, with_query,
};
use crate::text::UrlStyle;

pub(super) fn files(input: &HostInput<'_>) -> HostFiles {
    let base = &input.addresses.base;
    let mut out = format!("ErrorDocument 404 {base}/404.html\n\n");
    for (path, kind) in KINDS {
        // Names of files are all that is known there.
        let name = path.replace('/', "^");
        out.push_str(&format!("<FilesMatch \"{name}\">\n    ForceType \"{kind}\"\n</FilesMatch>\n"));
    }
    out.push_str("\n<IfModule mod_headers.c>\n");
    for (name, value) in of_every_answer(input) {
        out.push_str(&format!("    Header always set {name} {}\n", quoted(&value)));
    }
    let file_end = FILE_END.trim_end_matches('$');
    out.push_str(&format!(
        "    Header set Cache-Control \"{REVALIDATE}\"\n    <FilesMatch \"\\.[0-9a-f]{{10}}\\.[a-z0-9]+$\">\n        \
         Header set Cache-Control \"{IMMUTABLE}\"\n    </FilesMatch>\n    \
         Header merge Vary Accept \"expr=%{{THE_REQUEST}} !~ m#^[^ ]+ [^ ?]*{file_end}[ ?]#\"\n</IfModule>\n\n\
         <IfModule mod_rewrite.c>\n    RewriteEngine On\n    # Who asks for Markdown gets it.\n    \
         RewriteCond %{{HTTP_ACCEPT}} text/markdown\n    RewriteRule ^$ index.md [L]\n    \
         RewriteCond %{{HTTP_ACCEPT}} text/markdown\n    RewriteCond %{{REQUEST_URI}} !{FILE_END}\n    \
         RewriteCond %{{DOCUMENT_ROOT}}{base}/$1.md -f\n    RewriteRule ^(.+?)/?$ $1.md [L]\n    \
         # What is there wins.\n    RewriteCond %{{REQUEST_FILENAME}} -f [OR]\n    \
         RewriteCond %{{REQUEST_FILENAME}}/index.html -f\n    RewriteRule ^ - [L]\n"
    ));
    if input.addresses.style == UrlStyle::File {
        out.push_str("    RewriteCond %{REQUEST_FILENAME}.html -f\n    RewriteRule ^(.+?)/?$ $1.html [L]\n");
    }
    if input.redirects.iter().any(|redirect| matches!(redirect.source, Source::Pattern(_))) {
        out.push_str(&format!("    RewriteRule {} - [R=404,L]\n", quoted(UNSAFE)));
    }
    for redirect in &input.redirects {
        // In a folder's file the path has neither the base nor a slash in front.
        let source = regex("", &redirect.source);
        let source = source.strip_prefix("^/").map_or_else(|| source.clone(), |rest| format!("^{rest}"));
        // A `%` of the address itself is no mark.
        let target = destination(&redirect.destination, |number| format!("${number}")).replace('%', "\\%");
        let flags = if target.contains('?') { "NE,QSA,L" } else { "NE,L" };
        // The server puts a reader's query behind everything, the hash too.
        if target.contains('#') {
            let target = with_query(&target, "?%{QUERY_STRING}", "&%{QUERY_STRING}");
            out.push_str(&format!(
                "    RewriteCond %{{QUERY_STRING}} .\n    RewriteRule {} {} [R={},NE,L]\n",
                quoted(&source),
                quoted(&target),
                redirect.status,
            ));
        }
        out.push_str(&format!(
            "    RewriteRule {} {} [R={},{flags}]\n",
            quoted(&source),
            quoted(&target),
            redirect.status,
        ));
    }
    out.push_str("</IfModule>\n");
    HostFiles { files: vec![(".htaccess".to_owned(), out)], left: Vec::new(), negotiation: Negotiation::Done }
}

/// A word in double quotes, in which a back slash is one.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
