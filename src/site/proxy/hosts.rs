//! The proxy as a file for a host: a function at its edge, or lines of a configuration.

use super::{
    COOKIE, KEPT_BACK, KEPT_BACK_PREFIXES, MARK, MOST_REDIRECTS, OF_BODY, Origins, PATH, SHARED, SOURCE,
    TARGET,
};

/// Hosts that can pass requests on, and where their file belongs in a project.
pub const PROXY_HOSTS: &[(&str, ProxyHost, &str)] = &[
    ("cloudflare", ProxyHost::Cloudflare, "functions/_mintlify/api/request.js"),
    ("netlify", ProxyHost::Netlify, "netlify/edge-functions/playground.js"),
    ("vercel", ProxyHost::Vercel, "middleware.js"),
    ("nginx", ProxyHost::Nginx, "playground.conf, included in `server`"),
];

/// A host with a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyHost {
    Cloudflare,
    Netlify,
    Vercel,
    Nginx,
}

impl ProxyHost {
    /// The host of a name.
    pub fn named(name: &str) -> Option<Self> {
        PROXY_HOSTS.iter().find(|(known, ..)| *known == name.to_ascii_lowercase()).map(|(_, host, _)| *host)
    }

    /// Where the file belongs.
    pub fn place(self) -> &'static str {
        PROXY_HOSTS.iter().find(|(_, host, _)| *host == self).map_or("", |(.., place)| place)
    }
}

/// The file for a host. Nothing but the origins differs between sites.
pub fn file(host: ProxyHost, origins: &Origins) -> String {
    match host {
        ProxyHost::Nginx => nginx(origins),
        host => function(host, origins),
    }
}

fn function(host: ProxyHost, origins: &Origins) -> String {
    let list = |items: &mut dyn Iterator<Item = &str>| {
        items.map(|item| format!("'{item}'")).collect::<Vec<_>>().join(", ")
    };
    let entry = match host {
        ProxyHost::Cloudflare => "export const onRequest = ({ request }) => pass(request)\n".to_owned(),
        ProxyHost::Netlify => format!("export default pass\nexport const config = {{ path: '{PATH}' }}\n"),
        _ => format!("export default pass\nexport const config = {{ matcher: '{PATH}' }}\n"),
    };
    format!(
        "// Passes requests of the playground on to the servers of the API, and to no others: {place}\n\
         // Made by `docs proxy`; make it again when the servers change.\n\
         const ORIGINS = [{origins}]\n\
         const KEPT_BACK = [{names}]\n\
         const PREFIXES = [{prefixes}]\n\
         const OF_BODY = [{of_body}]\n\
         const SHARED = [{shared}]\n\
         const HELD = ['set-cookie', 'content-encoding', 'content-length', 'connection', 'transfer-encoding', 'keep-alive']\n\n\
         async function pass(request) {{\n\
         \x20 const mark = {{ '{MARK}': '1', 'cache-control': 'no-store' }}\n\
         \x20 const refuse = (status, text) => new Response(text, {{ status, headers: mark }})\n\
         \x20 const site = request.headers.get('sec-fetch-site')\n\
         \x20 if (site && site != 'same-origin' && site != 'none') return refuse(403, 'only pages of this site may ask')\n\
         \x20 const named = request.headers.get('{TARGET}')\n\
         \x20 if (!named) return request.method == 'HEAD' ? new Response(null, {{ status: 204, headers: mark }}) : refuse(400, 'the header {TARGET} is missing')\n\
         \x20 const allowed = (address, base) => {{\n\
         \x20   let url\n\
         \x20   try {{ url = new URL(address, base) }} catch {{ return }}\n\
         \x20   return ORIGINS.includes(url.origin) && !url.username && !url.password ? url : undefined\n\
         \x20 }}\n\
         \x20 let target = allowed(named)\n\
         \x20 if (!target) return refuse(403, 'this is on no server of the API')\n\
         \x20 const headers = new Headers()\n\
         \x20 for (const [name, value] of request.headers) if (!KEPT_BACK.includes(name) && !PREFIXES.some(prefix => name.startsWith(prefix))) headers.append(name, value)\n\
         \x20 const cookies = request.headers.get('{COOKIE}')\n\
         \x20 if (cookies) headers.set('cookie', cookies)\n\
         \x20 const without = gone => {{ for (const name of [...headers.keys()]) if (gone(name)) headers.delete(name) }}\n\
         \x20 let method = request.method\n\
         \x20 let body = ['GET', 'HEAD'].includes(method) ? undefined : await request.arrayBuffer()\n\
         \x20 for (let step = 0; step <= {MOST_REDIRECTS}; step++) {{\n\
         \x20   const answer = await fetch(target.href, {{ method, headers, body, redirect: 'manual' }})\n\
         \x20   const location = [301, 302, 303, 307, 308].includes(answer.status) && answer.headers.get('location')\n\
         \x20   if (!location) {{\n\
         \x20     const back = new Headers(mark)\n\
         \x20     for (const [name, value] of answer.headers) if (!HELD.includes(name) && !name.startsWith('access-control-') && !name.startsWith('x-docs-')) back.append(name, value)\n\
         \x20     if (step) back.set('{SOURCE}', target.href)\n\
         \x20     return new Response(answer.body, {{ status: answer.status, headers: back }})\n\
         \x20   }}\n\
         \x20   // As a browser follows it, and another server does not learn who asks.\n\
         \x20   const next = allowed(location, target)\n\
         \x20   if (!next) return refuse(502, `the API answered with status ${{answer.status}} and leads to ${{location}}, which is on no server of the API`)\n\
         \x20   if (answer.status == 303 ? method != 'GET' && method != 'HEAD' : answer.status < 303 && method == 'POST') {{\n\
         \x20     method = 'GET'\n\
         \x20     body = undefined\n\
         \x20     without(name => OF_BODY.includes(name))\n\
         \x20   }}\n\
         \x20   if (next.origin != target.origin) without(name => !SHARED.includes(name))\n\
         \x20   target = next\n\
         \x20 }}\n\
         \x20 return refuse(502, `the API answered with more than {MOST_REDIRECTS} redirects, at last to ${{target}}`)\n\
         }}\n\n{entry}",
        place = host.place(),
        origins = list(&mut origins.iter()),
        names = list(&mut KEPT_BACK.iter().copied()),
        prefixes = list(&mut KEPT_BACK_PREFIXES.iter().copied()),
        of_body = list(&mut OF_BODY.iter().copied()),
        shared = list(&mut SHARED.iter().copied()),
    )
}

/// A place of a `server` that passes allowed addresses on. Lines of a configuration cannot follow a redirect as a browser
/// does it, so the reader is told where it leads: in the page, it would lead to an address of the site.
fn nginx(origins: &Origins) -> String {
    let lines: String = origins
        .iter()
        .map(|origin| {
            let escaped = origin.replace('.', "\\.").replace('[', "\\[").replace(']', "\\]");
            format!(
                "  if ($http_x_docs_target ~* \"^{escaped}(?:[/?][^\\s\\x5c]*)?$\") {{ set $docs_target $http_x_docs_target; }}\n"
            )
        })
        .collect();
    format!(
        "# Passes requests of the playground on to the servers of the API, and to no others.\n\
         # Made by `docs proxy`; make it again when the servers change.\n\
         location = {PATH} {{\n\
         \x20 resolver 1.1.1.1 8.8.8.8;\n\
         \x20 add_header {MARK} 1 always;\n\
         \x20 add_header cache-control no-store always;\n\
         \x20 if ($http_sec_fetch_site ~ \"^(cross-site|same-site)$\") {{ return 403; }}\n\
         \x20 set $docs_asked \"$request_method:$http_x_docs_target\";\n\
         \x20 if ($docs_asked = \"HEAD:\") {{ return 204; }}\n\
         \x20 set $docs_target \"\";\n{lines}\
         \x20 if ($docs_target = \"\") {{ return 403; }}\n\
         \x20 proxy_set_header Host $proxy_host;\n\
         \x20 proxy_set_header Cookie $http_x_docs_cookie;\n\
         \x20 proxy_set_header Origin \"\";\n\
         \x20 proxy_set_header Referer \"\";\n\
         \x20 proxy_set_header Accept-Encoding \"\";\n\
         \x20 proxy_set_header {TARGET} \"\";\n\
         \x20 proxy_set_header {COOKIE} \"\";\n\
         \x20 proxy_hide_header Set-Cookie;\n\
         \x20 proxy_ssl_server_name on;\n\
         \x20 proxy_buffering off;\n\
         \x20 proxy_intercept_errors on;\n\
         \x20 error_page 301 302 303 307 308 = @docs_redirect;\n\
         \x20 proxy_pass $docs_target;\n\
         }}\n\
         location @docs_redirect {{\n\
         \x20 default_type text/plain;\n\
         \x20 add_header {MARK} 1 always;\n\
         \x20 add_header cache-control no-store always;\n\
         \x20 return 502 \"the API answered with status $upstream_status and leads to $upstream_http_location, which this proxy does not follow\";\n\
         }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_08_files_name_the_origins_and_no_others() {
        let origins = Origins::of(["https://api.example.com/v1", "not an address", "https://x.test:8443"]);
        for (_, host, place) in PROXY_HOSTS {
            let text = file(*host, &origins);
            assert!(text.contains(PATH) || *host == ProxyHost::Cloudflare, "{text}");
            assert!(
                text.contains("x\\.test:8443")
                    || text.contains("'https://api.example.com', 'https://x.test:8443'")
            );
            assert!(!place.is_empty());
        }
    }
}
