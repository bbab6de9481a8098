//! Links, navigation and redirects.

use super::Entry;

#[rustfmt::skip]
pub const CODES: &[Entry] = &[
    ("broken-anchor", "A link leads to a place of a page that is not there.", "[Keys](/start#kyes)", "Take the id that is suggested: that of a heading or component of that page."),
    ("broken-link", "A link or image leads to nothing in this site.", "[Start](/strat)", "Correct the address; `docs mv` moves pages with their links."),
    ("home-is-missing", "Nothing is at the address that readers come to first.", "\"navigation\": { \"pages\": [] }", "List a page in `navigation` that is not hidden, or write index.mdx."),
    ("home-is-redirected", "`interaction.browserLanguage` is set, and a redirect of `/` leaves it without effect: hosts follow it before a browser is asked for its language.", "\"redirects\": [{ \"source\": \"/\", \"destination\": \"/en\" }]", "Remove the redirect: where no page is at `/`, it leads to the first page of the navigation."),
    ("link-leaves-language", "A link leads to a page in another language, though there is the same page in the language of the page that has the link. Only `docs check` tells it.", "[Start](/start) in es/keys.mdx beside es/start.mdx", "Write the address with its language, or set `links.localize` to have all such links lead there."),
    ("lost-address", "An address that routes.lock records leads nowhere: its page was moved or deleted, and nothing redirects from it.", "/guides/start in routes.lock, and guides/start.mdx is now start.mdx", "Add a redirect to `redirects` (`docs mv` does that by itself), or delete the line to give the address up."),
    ("lost-external-link", "Another site has nothing at an address any more, or cannot be reached. Only `docs check --external` asks.", "[Paper](https://example.dev/gone)", "Look for where it moved."),
    ("nav-page-missing", "The navigation names a page that does not exist, or a file that is no page because another one imports it. It is shown as text, without a link.", "\"pages\": [\"guides/strat\"]", "Create the file, or take the name that is suggested."),
    ("nav-name-twice", "Two tabs, or other entries that stand beside each other, have the same name, and readers cannot tell which is which.", "two tabs called \"API\"", "Give one of them another name, or make one of them."),
    ("nav-page-name", "The navigation writes a page otherwise than its path.", "\"pages\": [\"start.mdx\"]", "Write the path without its ending."),
    ("nav-page-twice", "A list of pages has the same page twice. Readers see it twice, and reading on leads there twice.", "\"pages\": [\"start\", \"keys\", \"start\"]", "Remove one of the entries."),
    ("outdated-translation", "A translation was last committed before its original, so it may say less or something else. Only `docs check` tells it, for a site with `metadata.outdatedTranslations`.", "de/start.mdx of 2025-01-02 beside start.mdx of 2025-03-04", "Bring it up to date with its original, and commit it."),
    ("redirect-chain", "A redirect leads to another redirect, so readers wait twice.", "/a → /b, /b → /c", "Write the last address as the destination."),
    ("redirect-destination-missing", "A redirect leads to nothing.", "\"destination\": \"/strat\"", "Correct the destination."),
    ("redirect-duplicate", "An address is redirected twice; the first redirect counts.", "two redirects of /old", "Remove one."),
    ("redirect-loop", "A redirect leads back to itself.", "/a → /b, /b → /a", "Change the destination to a page."),
    ("redirect-parameter-unknown", "The destination of a redirect has a part that its source does not have.", "\"source\": \"/w/:x\", \"destination\": \"/v/:y\"", "Name the part in the source, or correct the name."),
    ("redirect-shadowed", "A redirect is never reached, because a pattern before it matches the same paths.", "/docs/* before /docs/a", "Move it up."),
    ("redirect-source-exists", "An address is redirected, but there is a page or a file of that name, which is published. It may also be a file that docs makes, such as `llms.txt`.", "\"source\": \"/start\" beside start.mdx", "Remove the redirect, or what has its name."),
    ("redirect-source-suffix", "A redirect never matches, because its source is more than a path.", "\"source\": \"/a#part\"", "Leave out what follows `?` or `#`."),
    ("seo-path-missing", "`seo.paths` has meta tags for a path, and no page is there or below it.", "\"paths\": [{ \"path\": \"guide\" }], but the folder is guides", "Write the path of a page or folder, as it is in addresses."),
    ("site-url-path", "The address of the site ends in a path, and its pages link to each other as if they were at the root of their host.", "--site-url https://example.com/docs without --base /docs", "Name the host with `--site-url`, and where the site lies on it with `--base`."),
];
