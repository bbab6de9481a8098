//! Files of the project, copies from elsewhere, the output and the cache.

use super::Entry;

#[rustfmt::skip]
pub const CODES: &[Entry] = &[
    ("broken-lock", "docs.lock cannot be read, so nobody knows what was fetched.", "a conflict of two branches in docs.lock", "Settle the conflict, or run `docs fetch` to make it anew."),
    ("cache-unusable", "The cache cannot be written. The build is right all the same, the next one takes longer.", "a project on a disk without write access", "Name another folder with `--cache-dir`."),
    ("cannot-listen", "`docs dev` gets no port of this machine to listen at.", "docs dev --port 80 without the right to it", "Choose another one: `docs dev --port 4000`."),
    ("dangling-link", "A symbolic link leads to nothing and is left out.", "latest.mdx → v3.mdx, which was deleted", "Correct or remove the link."),
    ("fetch-failed", "`docs fetch` could not download something.", "a font family that the service does not have", "Check name and address, then run it again."),
    ("fetched-differs", "What is at an address is not what docs.lock has pinned.", "a description that was changed over there", "`docs fetch --refresh` takes what is there now."),
    ("file-name-not-utf8", "The name of a file is not UTF-8, so it can have no address.", "a file from an old archive", "Rename the file."),
    ("file-too-large", "A file is too large to be published.", "a film of 5 GB", "Serve it from elsewhere and link to it."),
    ("folder-too-deep", "Folders are nested deeper than is looked.", "a hundred folders inside each other", "Move it up."),
    ("host-file-exists", "The project has the file that `--host` would write, and it stays as it is.", "_redirects beside docs.json", "Put redirects and headers into it yourself, or remove it to have them made."),
    ("link-cycle", "Symbolic links lead around in a circle.", "a/b → a", "Remove one of them."),
    ("link-leaves-project", "A symbolic link leads out of the project, so what is there is not published.", "notes.md → /home/me/notes.md", "Copy the file into the project."),
    ("no-markdown-negotiation", "The file for this host cannot say that requests for Markdown get that of the page.", "--host netlify", "Nothing, as pages name their Markdown; or a function of the host."),
    ("no-search-index", "`docs mcp` answers from the index of a built site, and there is none.", "a folder that docs build did not write", "Name a folder with docs.json, or one that `docs build` wrote."),
    ("not-fetched", "Something from another site was never downloaded. A build downloads nothing by itself.", "\"fonts\": { \"family\": \"Lora\" }", "Run `docs fetch` once."),
    ("not-utf8", "A file holds bytes that are not UTF-8; they are shown as a replacement character.", "a page in Latin-1", "Save it as UTF-8."),
    ("output-blocked", "Something in the output folder that docs did not write is in the way.", "dist/guides is a file", "Move it away, or rename the page."),
    ("output-collision", "Two sources want the same file of the output; one of them is published.", "a.mdx and a static file a/index.html", "Rename or remove one of them."),
    ("output-delete-failed", "A file that is not needed any more could not be deleted.", "a file that another program holds", "Delete it by hand and build again."),
    ("output-in-project", "A folder of the project is what an earlier build wrote, so it is no source.", "dist in the project, while a build writes to public", "Remove it; or, if it is to be a part of this site, only its .docs-manifest.json."),
    ("output-missing", "A file that was written is not there any more.", "somebody emptied dist during the build", "Build again."),
    ("output-path-unusable", "The disk cannot have a file of this name.", "a name of 300 letters", "Rename the page."),
    ("output-refused", "The folder for the output has things in it that docs did not write, so nothing is written.", "docs build --out ~", "Name an empty or new folder."),
    ("output-unusable", "The folder for the output cannot be used.", "--out /root/site", "Check that it exists and that you may write there."),
    ("output-write-failed", "A file of the output could not be written.", "a full disk", "Make room and build again."),
    ("path-collision", "Two files have names that some disks and hosts take for the same; one is published.", "Guide.mdx and guide.mdx", "Rename one of them."),
    ("policy-too-long", "The security policy would be longer than hosts accept, so it allows all scripts of pages.", "hundreds of pages with scripts of their own", "Put scripts into files of the project."),
    ("reuse-mismatch", "`DOCS_VERIFY` found that something remembered is not what is made now. This is a mistake in docs itself.", "-", "Please report it; `docs cache clear` makes everything again."),
    ("shallow-history", "Git knows only the last commits, so the dates of pages are not known.", "actions/checkout without fetch-depth: 0", "Fetch the whole history."),
    ("special-file", "A pipe, socket or device is no file to publish.", "mkfifo in the project", "Remove it from the project."),
    ("unreadable-file", "A file cannot be read.", "a file without read permission", "Correct its permissions."),
    ("unusable-file-name", "A name has characters that an address cannot have.", "a name with a line break", "Rename the file."),
];
