//! `cloudfront-function.js`: one function for both ends of CloudFront in front of S3. For requests it redirects and
//! finds the file of an address; for answers it sets headers.

use serde_json::{Map, Value, json};

use super::{
    FILE_END, HostFiles, HostInput, IMMUTABLE, IMMUTABLE_PATTERN, Markdown, Negotiation, REVALIDATE, Source,
    destination, of_every_answer, regex,
};
use crate::text::UrlStyle;

/// Bytes that a function may have.
const MOST_BYTES: usize = 10_000;

const FUNCTION: &str = r#"// To be associated with viewer requests and with viewer responses. For missing pages let the distribution
// answer 403 and 404 with 404.html and status 404.
var exact = __EXACT__;
var patterns = __PATTERNS__;
var headers = __HEADERS__;
function handler(event) {
  var request = event.request, response = event.response;
  if (response) {
    for (var name in headers) response.headers[name] = { value: headers[name] };
    if (!__FILE_END__.test(request.uri) || /\.md$/.test(request.uri)) response.headers.vary = { value: 'Accept' };
    if (/\.md$/.test(request.uri)) response.headers['content-type'] = { value: 'text/markdown; charset=utf-8' };
    response.headers['cache-control'] = { value: __KEPT__.test(request.uri) ? '__IMMUTABLE__' : '__REVALIDATE__' };
    return response;
  }
  var path = request.uri, asked = path.replace(/(.)\/$/, '$1');
  try { asked = decodeURI(asked); } catch (_) {}
  var found = Object.prototype.hasOwnProperty.call(exact, asked) && exact[asked];
  for (var i = 0; !found && i < patterns.length; i++) {
    var match = asked.match(new RegExp(patterns[i][0]));
    if (match) found = [filled(patterns[i][1], match), patterns[i][2]];
  }
  if (found) return { statusCode: found[1], statusDescription: 'Moved', headers: { location: { value: query(found[0], request.querystring) } } };
__MARKDOWN__  if (!__FILE_END__.test(path) && !/\.(7z|3gp)$/i.test(path)) request.uri = __FILE__;
  return request;
}
function filled(to, match) {
  var out = to.replace(/\$(\d)/g, function (_, n) { return encodeURI(match[n] || '').replace(/%25(?=2[3-6BCF]|3[ABDF]|40)/gi, '%'); });
  return /^\/\//.test(to) ? out : out.replace(/^\/+/, '/');
}
function query(to, asked) {
  var parts = [];
  for (var name in asked) (asked[name].multiValue || [asked[name]]).forEach(function (one) { parts.push(one.value ? name + '=' + one.value : name); });
  if (!parts.length) return to;
  var hash = to.indexOf('#') < 0 ? to.length : to.indexOf('#'), address = to.slice(0, hash);
  return address + (address.indexOf('?') < 0 ? '?' : '&') + parts.join('&') + to.slice(hash);
}
"#;

/// Nothing looks whether there is Markdown.
const MARKDOWN: &str = r"  var accept = request.headers && request.headers.accept;
  if (accept && /text\/markdown/i.test(accept.value) && !__FILE_END__.test(path)) {
    request.uri = path == __HOME__ ? path + 'index.md' : path.replace(/\/$/, '') + '.md';
    return request;
  }
";

pub(super) fn files(input: &HostInput<'_>) -> HostFiles {
    let base = &input.addresses.base;
    let headers: Map<String, Value> =
        of_every_answer(input).map(|(name, value)| (name.to_ascii_lowercase(), json!(value))).collect();
    let file = match input.addresses.style {
        UrlStyle::Directory => "path.replace(/\\/$/, '') + '/index.html'",
        UrlStyle::File => "/\\/$/.test(path) ? path + 'index.html' : path + '.html'",
    };
    let kept = format!("^{base}{IMMUTABLE_PATTERN}").replace('/', "\\/").replace("[^\\/]", "[^/]");
    let function = FUNCTION
        .replace("__HEADERS__", &json!(headers).to_string())
        .replace("__MARKDOWN__", if input.markdown == Markdown::OfAll { MARKDOWN } else { "" })
        .replace("__HOME__", &json!(format!("{base}/")).to_string())
        .replace("__FILE_END__", &format!("/{FILE_END}/"))
        .replace("__KEPT__", &format!("/{kept}/"))
        .replace("__IMMUTABLE__", IMMUTABLE)
        .replace("__REVALIDATE__", REVALIDATE)
        .replace("__FILE__", file);
    let (mut exact, mut patterns, mut left) = (Map::new(), Vec::new(), Vec::new());
    let mut bytes = function.len();
    for (number, redirect) in input.redirects.iter().enumerate() {
        let target = destination(&redirect.destination, |part| format!("${part}"));
        let entry = match &redirect.source {
            Source::Exact(path) => (format!("{base}{path}"), json!([target, redirect.status])),
            Source::Pattern(_) => {
                (String::new(), json!([regex(base, &redirect.source), target, redirect.status]))
            }
        };
        bytes += entry.0.len() + entry.1.to_string().len() + 4;
        if bytes > MOST_BYTES {
            left.push(number);
        } else if entry.0.is_empty() {
            patterns.push(entry.1);
        } else {
            exact.insert(entry.0, entry.1);
        }
    }
    let function = function
        .replace("__EXACT__", &json!(exact).to_string())
        .replace("__PATTERNS__", &json!(patterns).to_string());
    let negotiation = match input.markdown {
        Markdown::OfAll => Negotiation::Done,
        Markdown::OfSome => Negotiation::Left,
    };
    HostFiles { files: vec![("cloudfront-function.js".to_owned(), function)], left, negotiation }
}
