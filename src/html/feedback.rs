//! What readers can say about a page, below its text (CFG-30): links to its source and to a new issue, and the question
//! whether it was helpful. The question needs a script; without one it is not shown.

use crate::config::publishing::{Feedback, FeedbackLink};
use crate::text::{SourcePath, encode_part};

use super::escape::{Html, Writer};
use super::template::UiText;

/// Most characters of what a reader writes.
const MOST_WORDS: &str = "2000";

/// Hosts whose addresses are made in another way than GitHub's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forge {
    Github,
    Gitlab,
    Bitbucket,
    /// Gitea and Forgejo.
    Other,
}

/// The markup; `None` where nothing is asked for. `source` is the file that the page is made from.
pub fn feedback(
    feedback: &Feedback,
    source: Option<&SourcePath>,
    title: &str,
    text: &UiText,
) -> Option<Html> {
    let path = source.map(|source| path_in_repository(feedback, source));
    let edit = path.as_ref().and_then(|path| address(&feedback.edits, feedback, path, title, edit_address));
    let issue =
        path.as_ref().and_then(|path| address(&feedback.issues, feedback, path, title, issue_address));
    if !feedback.thumbs && edit.is_none() && issue.is_none() {
        return None;
    }
    let mut out = Writer::with_capacity(512);
    out.open("div").attr("class", "feedback-toolbar");
    if feedback.thumbs {
        out.open("div").attr("class", "feedback-thumbs").attr("role", "group");
        out.attr("aria-labelledby", "feedback-question").attr("data-thanks", &text.helpful_thanks);
        out.opt_attr("data-endpoint", feedback.endpoint.as_deref()).flag("hidden");
        out.open("span").attr("id", "feedback-question").text(&text.helpful).close("span");
        for (vote, label) in [("up", &text.helpful_yes), ("down", &text.helpful_no)] {
            out.open("button").attr("type", "button").attr("id", &format!("feedback-thumbs-{vote}"));
            out.attr("data-vote", vote).text(label).close("button");
        }
        out.close("div");
        // Words are asked for where somebody receives them.
        if feedback.endpoint.is_some() {
            words(&mut out, text);
        }
    }
    let links = [("feedback-edit", edit, &text.suggest_edits), ("feedback-issue", issue, &text.raise_issue)];
    for (class, href, label) in links {
        if let Some(href) = href {
            out.open("a").attr("class", class).attr("href", &href).attr("rel", "nofollow");
            out.text(label).close("a");
        }
    }
    out.close("div");
    Some(out.finish())
}

/// The form for what a reader has to say, which opens behind a vote (CHR-08).
fn words(out: &mut Writer, text: &UiText) {
    out.open("form").attr("id", "feedback-form").flag("hidden");
    out.open("label").attr("for", "feedback-form-input").text(&text.helpful_more).close("label");
    out.open("textarea").attr("id", "feedback-form-input").attr("name", "comment");
    out.attr("rows", "3").attr("maxlength", MOST_WORDS).close("textarea");
    out.open("button").attr("type", "button").attr("id", "feedback-form-cancel");
    out.text(&text.helpful_cancel).close("button");
    out.open("button").attr("id", "feedback-form-submit").text(&text.helpful_send).close("button");
    out.close("form");
}

fn path_in_repository(feedback: &Feedback, source: &SourcePath) -> String {
    let folder = feedback.directory.trim_matches(['/', '.']);
    if folder.is_empty() { source.as_str().to_owned() } else { format!("{folder}/{source}") }
}

/// The address of a link; `None` when it is off, or leads to a repository that nothing names.
fn address(
    link: &FeedbackLink,
    feedback: &Feedback,
    path: &str,
    title: &str,
    of_repository: impl Fn(&str, &str, &str, &str) -> String,
) -> Option<String> {
    let branch = feedback.branch.as_deref().unwrap_or("main");
    let path = encode_part(path, "/");
    let title = encode_part(title, "");
    match link {
        FeedbackLink::Off => None,
        FeedbackLink::Template(template) => {
            let filled = template.replace("{path}", &path).replace("{branch}", branch);
            let filled = filled.replace("{title}", &title);
            // A script is no address.
            (filled.starts_with("https://") || filled.starts_with("http://") || filled.starts_with("mailto:"))
                .then_some(filled)
        }
        FeedbackLink::Repository => {
            let repository = feedback.repository.as_deref()?;
            let repository = repository.trim_end_matches('/').trim_end_matches(".git");
            Some(of_repository(repository, branch, &path, &title))
        }
    }
}

fn edit_address(repository: &str, branch: &str, path: &str, _title: &str) -> String {
    match forge(repository) {
        Forge::Github => format!("{repository}/edit/{branch}/{path}"),
        Forge::Gitlab => format!("{repository}/-/edit/{branch}/{path}"),
        Forge::Bitbucket => format!("{repository}/src/{branch}/{path}?mode=edit"),
        Forge::Other => format!("{repository}/_edit/{branch}/{path}"),
    }
}

fn issue_address(repository: &str, _branch: &str, path: &str, title: &str) -> String {
    match forge(repository) {
        Forge::Github => format!("{repository}/issues/new?title={title}&body={path}"),
        Forge::Gitlab => format!("{repository}/-/issues/new?issue[title]={title}&issue[description]={path}"),
        Forge::Bitbucket => format!("{repository}/issues/new?title={title}"),
        Forge::Other => format!("{repository}/issues/new?title={title}&body={path}"),
    }
}

fn forge(repository: &str) -> Forge {
    let host = repository.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let has = |name: &str| host.split(['.', ':']).any(|part| part == name);
    if has("github") {
        Forge::Github
    } else if has("gitlab") {
        Forge::Gitlab
    } else if has("bitbucket") {
        Forge::Bitbucket
    } else {
        Forge::Other
    }
}
