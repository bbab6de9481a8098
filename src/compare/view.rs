//! What is different, as a page that needs nothing beside it: each page with its lines, and in them the words.

use super::lines::{Hunk, Kind};
use super::told::{Group, Names, grouped, spans};
use super::{Comparison, Fate, PageChange};
use crate::diagnostic::Severity;
use crate::html::escape::{Html, UrlUse, Writer};

/// Most lines of a page that are shown, and of all pages.
const MOST_LINES: usize = 2_000;
const MOST_OF_ALL: usize = 60_000;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#d8dce2;--soft:#f5f6f8;--text:#1d2430;--muted:#586174;--add:#e4f6e9;--add-word:#a9e3b9;\
--cut:#fdeaea;--cut-word:#f7bcbc;--bad:#a81c1c}\
@media(prefers-color-scheme:dark){:root{--line:#31363f;--soft:#1c2027;--text:#e4e7ec;--muted:#a3abb9;--add:#12321d;\
--add-word:#1f6a38;--cut:#3b1719;--cut-word:#7d2b2f;--bad:#ff9d9d;background:#14171c}}\
*{box-sizing:border-box}body{margin:0 auto;max-width:70rem;padding:2rem 1.25rem 4rem;color:var(--text);\
font:1rem/1.55 system-ui,sans-serif}h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2.5rem 0 .75rem}\
p{margin:.25rem 0;color:var(--muted)}details{border:1px solid var(--line);border-radius:.6rem;margin:.6rem 0;overflow:clip}\
summary{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;padding:.65rem .9rem;cursor:pointer}\
summary:hover{background:var(--soft)}summary b{font-weight:600}code,pre,.diff{font:.8125rem/1.6 ui-monospace,monospace}\
code{color:var(--muted);overflow-wrap:anywhere}.state{margin-inline-start:auto;color:var(--muted);font-size:.875rem}\
.bad{color:var(--bad)}a{color:inherit}.diff{border-top:1px solid var(--line)}.hunk+.hunk{border-top:1px dashed var(--line)}\
.row{display:grid;grid-template-columns:2rem 1fr;white-space:pre-wrap;overflow-wrap:anywhere;min-height:1.6em}\
.row::before{content:attr(data-sign);text-align:center;color:var(--muted);user-select:none}.row>span{padding-inline-end:.9rem}\
.add{background:var(--add)}.cut{background:var(--cut)}ins{background:var(--add-word);text-decoration:none;border-radius:.2rem}\
del{background:var(--cut-word);text-decoration:none;border-radius:.2rem}ul{padding-inline-start:1.25rem;margin:.5rem 0}\
li{margin:.3rem 0}.places{margin:0;padding:.25rem .9rem .75rem 2.25rem}";

/// The whole page.
pub fn page(comparison: &Comparison, names: &Names<'_>) -> Html {
    let mut w = Writer::new();
    w.raw(&Html::trusted("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"));
    w.raw(&Html::trusted("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"));
    w.raw(&Html::trusted("<meta name=\"robots\" content=\"noindex\">\n"));
    w.open("title").text(&format!("Documentation since {}", names.asked)).close("title").newline();
    w.open("style").raw(&Html::trusted(STYLE)).close("style").newline();
    w.raw(&Html::trusted("</head>\n<body>\n<main>\n"));
    w.open("h1").text(&comparison.summary()).close("h1").newline();
    w.open("p").text(&format!("Compared with {}.", names.base())).close("p").newline();
    problems(&mut w, comparison);
    if !comparison.pages.is_empty() {
        w.open("h2").text("Pages").close("h2").newline();
        let mut left = MOST_OF_ALL;
        comparison.pages.iter().for_each(|change| one(&mut w, change, names, &mut left));
    }
    if comparison.files.all().next().is_some() {
        w.open("h2").text("Other files").close("h2").newline().open("ul").newline();
        for (word, file) in comparison.files.all() {
            w.open("li")
                .open("code")
                .text(file)
                .close("code")
                .text(&format!(" {word}"))
                .close("li")
                .newline();
        }
        w.close("ul").newline();
    }
    w.raw(&Html::trusted("</main>\n</body>\n</html>\n"));
    w.finish()
}

fn problems(w: &mut Writer, comparison: &Comparison) {
    if comparison.new_problems.is_empty() {
        return;
    }
    w.open("h2").text("New problems").close("h2").newline().open("ul").newline();
    for Group { first, places } in grouped(&comparison.new_problems) {
        w.open("li");
        if first.severity == Severity::Error {
            w.open("b").attr("class", "bad").text("Error: ").close("b");
        }
        for (is_code, text) in spans(&first.message) {
            if is_code {
                w.open("code").text(text).close("code");
            } else {
                w.text(text);
            }
        }
        if let [one] = places.as_slice() {
            w.text(" ").open("code").text(one).close("code");
        } else if !places.is_empty() {
            w.open("details").open("summary").text(&format!("{} places", places.len())).close("summary");
            w.open("ul").attr("class", "places");
            for place in &places {
                w.open("li").open("code").text(place).close("code").close("li");
            }
            w.close("ul").close("details");
        }
        w.close("li").newline();
    }
    w.close("ul").newline();
}

/// One page.
fn one(w: &mut Writer, change: &PageChange, names: &Names<'_>, left: &mut usize) {
    let is_lost = change.is_lost();
    // Short ones are read without a click.
    let is_open = change.fate == Fate::Changed && change.added + change.removed <= 40;
    w.open("details").opt_flag("open", is_open).open("summary");
    w.open("b").text(if change.title.is_empty() { &change.address } else { &change.title }).close("b");
    w.open("code");
    match names.link(change) {
        Some(link) => w.open("a").url_attr("href", &link, UrlUse::Link).text(&change.address).close("a"),
        None => w.text(&change.address),
    };
    w.close("code").open("span").attr("class", if is_lost { "state bad" } else { "state" });
    w.text(&if change.fate == Fate::Changed { change.amount() } else { change.words() });
    w.close("span").close("summary").newline();
    lines(w, &change.hunks, left);
    w.close("details").newline();
}

fn lines(w: &mut Writer, hunks: &[Hunk], left_of_all: &mut usize) {
    if hunks.is_empty() {
        return;
    }
    let room = (*left_of_all).min(MOST_LINES);
    let mut left = room;
    w.open("div").attr("class", "diff");
    for hunk in hunks {
        if left == 0 {
            w.open("p").text("The rest of this page is not shown.").close("p");
            break;
        }
        w.open("div").attr("class", "hunk").newline();
        for line in hunk.lines.iter().take(left) {
            let (class, sign, mark) = match line.kind {
                Kind::Same => ("row", "", "span"),
                Kind::Added => ("row add", "+", "ins"),
                Kind::Removed => ("row cut", "−", "del"),
            };
            w.open("div").attr("class", class).attr("data-sign", sign).open("span");
            for (is_other, text) in &line.pieces {
                if *is_other {
                    w.open(mark).text(text).close(mark);
                } else {
                    w.text(text);
                }
            }
            w.close("span").close("div").newline();
        }
        left = left.saturating_sub(hunk.lines.len());
        w.close("div").newline();
    }
    *left_of_all -= room - left;
    w.close("div").newline();
}
