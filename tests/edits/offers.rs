//! Random edits of what a site offers beside its text: explained terms, related pages, previews, feeds, its own components.

use serde_json::{Value, json};

use super::editor::{Edit, Random};
use super::sources::Sources;

/// One such edit.
pub fn change_offers(random: &mut Random, site: &mut Sources, number: usize) -> Edit {
    let path = match random.below(7) {
        0 => {
            let glossary = match random.below(4) {
                0 => Value::Null,
                1 => json!({ "topic": format!("Explained {number} times."), "webhook": "A call." }),
                2 => json!({ "message": "What is sent." }),
                _ => json!("guides/delivery.mdx"),
            };
            site.edit_config(|config| set(config, None, "glossary", glossary));
            "docs.json"
        }
        1 => {
            let is_on = random.chance(60);
            site.edit_config(|config| set(config, Some("metadata"), "related", json!(is_on)));
            "docs.json"
        }
        2 => {
            let is_on = random.chance(60);
            site.edit_config(|config| set(config, Some("metadata"), "changes", json!(is_on)));
            "docs.json"
        }
        3 => {
            let (key, is_on) = (*random.pick(&["linkPreviews", "selectionMenu"]), random.chance(60));
            site.edit_config(|config| set(config, Some("interaction"), key, json!(is_on)));
            "docs.json"
        }
        4 => {
            let path = *random.pick(&["components/CardGroup.mdx", "components/Card.jsx"]);
            match random.below(3) {
                0 => site.remove(path),
                _ if path.ends_with("mdx") => {
                    site.edit(path, &format!("<div className=\"own-{number}\">{{children}}</div>\n"));
                }
                _ => site.edit(
                    path,
                    &format!("export const Card = ({{ title, children }}) => <p className=\"own-{number}\">{{title}}{{children}}</p>\n"),
                ),
            }
            path
        }
        5 => {
            match random.chance(60) {
                true => site.edit(
                    "glossary.md",
                    &format!("# Words\n\n*[API]: An interface, {number}\n*[HTTP]: How it is asked\n"),
                ),
                false => site.remove("glossary.md"),
            }
            "glossary.md"
        }
        _ => {
            let entries = *random.pick(&[3, 99, 101, 130]);
            let entry = |at: usize| {
                format!("<Update label=\"v{at}\">\n\n## Part {at}\n\nWords {number}.\n\n</Update>\n\n")
            };
            let text: String = (1..=entries).rev().map(entry).collect();
            site.edit("changelog.mdx", &format!("---\ntitle: Changes\nrss: true\n---\n\n{text}"));
            "changelog.mdx"
        }
    };
    Edit { what: "change what the site offers", paths: vec![path.to_owned()] }
}

fn set(config: &mut Value, part: Option<&str>, key: &str, value: Value) {
    let Some(parent) = (match part {
        Some(part) => {
            if !config[part].is_object() {
                config[part] = json!({});
            }
            config[part].as_object_mut()
        }
        None => config.as_object_mut(),
    }) else {
        return;
    };
    match value {
        Value::Null => drop(parent.remove(key)),
        value => drop(parent.insert(key.to_owned(), value)),
    }
}
