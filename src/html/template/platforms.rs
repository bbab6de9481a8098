//! Pictures for the platforms that `footer.socials` names: plain line drawings made for this program, on the
//! same grid as the icons of the interface.

use crate::html::escape::Html;

/// The picture of a platform; `None` when there is none, and its name is shown.
pub fn platform_icon(platform: &str) -> Option<Html> {
    let shape = match platform {
        "github" => {
            r#"<path d="M9.2 20.5v-3c-3 .8-3.9-1.2-4.7-2.1M14.8 20.5v-3.6c0-.9-.2-1.5-.6-1.9 2.8-.4 4.6-1.7 4.6-5.1 0-1.2-.4-2.2-1.1-3 .2-.8.2-1.8-.2-2.8-1.1.1-2.1.6-2.9 1.2a10.5 10.5 0 0 0-5.2 0c-.8-.6-1.8-1.1-2.9-1.2-.4 1-.4 2-.2 2.8-.7.8-1.1 1.8-1.1 3 0 3.4 1.8 4.7 4.6 5.1-.4.4-.6 1-.6 1.9"/>"#
        }
        "x" | "twitter" | "x-twitter" => {
            r#"<path d="M4.5 4.5h3.7l11.3 15h-3.7ZM18.8 4.5l-5.5 6.2M10.7 13.4l-5.5 6.1"/>"#
        }
        "discord" => {
            r#"<path d="M8.6 6.6a12 12 0 0 1 6.8 0c.4-.6.9-1 1.5-1.4 2.7 1.1 4.1 5.3 3.9 10.3-1.3 1.3-2.7 2-4.3 2.3l-1.2-2c-2.1.6-4.5.6-6.6 0l-1.2 2c-1.6-.3-3-1-4.3-2.3-.2-5 1.2-9.2 3.9-10.3.6.4 1.1.8 1.5 1.4Z"/><path stroke-width="2.5" d="M9.3 12h.01M14.7 12h.01"/>"#
        }
        "linkedin" => {
            r#"<rect x="3.5" y="3.5" width="17" height="17" rx="3"/><path d="M8 11v5.5M12 16.5V11m0 2.7c0-3.6 4.3-3.6 4.3 0v2.8"/><path stroke-width="2.3" d="M8 7.8h.01"/>"#
        }
        "youtube" => {
            r#"<rect x="2.5" y="5.5" width="19" height="13" rx="4"/><path d="m10.2 9.3 4.8 2.7-4.8 2.7Z"/>"#
        }
        "slack" => {
            r#"<path stroke-width="2.3" d="M9.5 4v7M14.5 13v7M13 9.5h7M4 14.5h7M14.5 4v1.5M9.5 18.5V20M18.5 14.5H20M4 9.5h1.5"/>"#
        }
        "website" | "earth-americas" => {
            r#"<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5.3 5.2 5.3 11.8 0 17-5.3-5.2-5.3-11.8 0-17Z"/>"#
        }
        "facebook" => {
            r#"<path d="M11 20.5v-7H8.3v-3.2H11V8.1c0-2.8 1.6-4.3 4.2-4.3h2.1v2.9h-1.5c-1.3 0-1.8.7-1.8 1.7v1.9h3.2l-.5 3.2H14v7Z"/>"#
        }
        "instagram" => {
            r#"<rect x="3.5" y="3.5" width="17" height="17" rx="5"/><circle cx="12" cy="12" r="4"/><path stroke-width="2.3" d="M16.8 7.2h.01"/>"#
        }
        "hacker-news" => {
            r#"<rect x="3.5" y="3.5" width="17" height="17" rx="3"/><path d="m8.5 7.5 3.5 5.6 3.5-5.6M12 13.1v4"/>"#
        }
        "medium" => {
            r#"<circle cx="7.2" cy="12" r="4.7"/><ellipse cx="16.2" cy="12" rx="2" ry="4.4"/><path d="M21.3 8.5v7"/>"#
        }
        "telegram" => r#"<path d="M20.5 4.2 3.5 11l5 2.1 2 6.2 2.9-3.6 4.6 3.3ZM8.5 13.1l12-8.9-7.1 11.5"/>"#,
        "bluesky" => {
            r#"<path d="M12 11.2c-1.2-2.5-4.5-6.1-7-6.6-1 0-1.5.7-1.5 2 0 1.5.6 4.9 1.2 5.7.8 1.5 2.6 1.9 4.3 1.6-2.8.5-3.8 2-2.3 3.8 2.5 2.9 4.7.3 5.3-2.3.6 2.6 2.8 5.2 5.3 2.3 1.5-1.8.5-3.3-2.3-3.8 1.7.3 3.5-.1 4.3-1.6.6-.8 1.2-4.2 1.2-5.7 0-1.3-.5-2-1.5-2-2.5.5-5.8 4.1-7 6.6Z"/>"#
        }
        "threads" => {
            r#"<path d="M17.3 8.6C16.6 5.6 14.8 4 12 4c-3.9 0-6 3-6 8s2.1 8 6 8c3.2 0 5.5-1.6 5.5-4.2 0-4.7-8.5-4.7-8.5-1.3 0 1.5 1.2 2.4 2.7 2.4 2.1 0 3.2-1.5 3.2-4.1 0-2.3-1-3.6-2.9-3.6-1.1 0-2 .5-2.6 1.4"/>"#
        }
        "reddit" => {
            r#"<ellipse cx="12" cy="14" rx="7.5" ry="5.5"/><path d="M9.3 16.2c1.6 1.2 3.8 1.2 5.4 0M12 8.5l1-4.2 3.4.8"/><circle cx="17.7" cy="5.4" r="1.3"/><path stroke-width="2.3" d="M9.3 13h.01M14.7 13h.01"/>"#
        }
        "podcast" => {
            r#"<circle cx="12" cy="10.5" r="1.8"/><path d="M12 14.5c-1.3 0-1.9.9-1.7 2.2l.5 2.9c.1.6.6.9 1.2.9s1.1-.3 1.2-.9l.5-2.9c.2-1.3-.4-2.2-1.7-2.2ZM8.5 14a5 5 0 1 1 7 0M6.2 16.8a8.5 8.5 0 1 1 11.6 0"/>"#
        }
        _ => return None,
    };
    Some(Html::from_author(format!(
        r#"<svg class="ui-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">{shape}</svg>"#
    )))
}
