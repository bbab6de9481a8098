//! The common form of front matter: title and description first, no blank lines, no white space at the ends of lines
//! (CLI-15). What the fields say stays the same, or the text stays as it is.

use crate::yaml::parse_yaml;

/// Fields that come first, in this order.
const FIRST: &[&str] = &["title", "sidebarTitle", "description"];

/// The page with its front matter in the common form; `None` when it has none or is so already.
pub fn format_front_matter(text: &str) -> Option<String> {
    // Line ends are the author's, and so is a file that mixes them.
    if text.contains('\r') {
        return None;
    }
    let rest = text.strip_prefix("---\n")?;
    let end = rest.find("\n---\n").or_else(|| rest.ends_with("\n---").then(|| rest.len() - 4))?;
    let (fields, tail) = rest.split_at_checked(end)?;
    let mut blocks = blocks(fields)?;
    let place = |block: &String| {
        let key = key(block).unwrap_or_default().to_owned();
        FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len())
    };
    blocks.sort_by_key(place);
    let new = blocks.concat();
    let new = new.trim_end_matches('\n');
    let (before, after) = (parse_yaml(fields).ok()?, parse_yaml(new).ok()?);
    (before == after && new != fields).then(|| format!("---\n{new}{tail}"))
}

/// Top-level fields, each with the comments above and the lines below it.
fn blocks(fields: &str) -> Option<Vec<String>> {
    let mut blocks: Vec<String> = Vec::new();
    let mut comments = String::new();
    // Inside of a text of several lines blank lines and white space are part of it.
    let mut is_text = false;
    for line in fields.lines() {
        let begins = !line.starts_with([' ', '\t', '-', '#']) && !line.trim().is_empty();
        if begins {
            is_text = line.trim_end().ends_with(['|', '>', '-', '+']);
            key(line)?;
            blocks.push(format!("{comments}{}\n", line.trim_end()));
            comments.clear();
        } else if line.starts_with('#') {
            comments.push_str(&format!("{}\n", line.trim_end()));
        } else if let Some(block) = blocks.last_mut() {
            if !comments.is_empty() {
                return None;
            }
            if is_text || !line.trim().is_empty() {
                block.push_str(if is_text { line } else { line.trim_end() });
                block.push('\n');
            }
        }
    }
    if let Some(block) = blocks.last_mut() {
        block.push_str(&comments);
    }
    Some(blocks)
}

/// The name of the field that a block begins with.
fn key(block: &str) -> Option<&str> {
    let line = block.lines().find(|line| !line.starts_with('#'))?;
    let (key, _) = line.split_once(':')?;
    Some(key.trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_description_come_first() {
        let text = "---\nicon: star   \n# why\ntags:\n  - a\n\n  - b\ndescription: D\n\ntitle: \"T: x\"\n---\n\ntext\n";
        let expected =
            "---\ntitle: \"T: x\"\ndescription: D\nicon: star\n# why\ntags:\n  - a\n  - b\n---\n\ntext\n";
        assert_eq!(format_front_matter(text).as_deref(), Some(expected));
        assert_eq!(format_front_matter(expected), None);
    }

    #[test]
    fn what_is_unclear_stays() {
        for text in [
            "text",
            "---\ntitle: A",
            "---\r\nicon: a\r\ntitle: b\r\n---\r\n",
            "---\njust text\n---\n",
            "---\ntitle: A\ntitle: B\n---\n",
        ] {
            assert_eq!(format_front_matter(text), None, "{text}");
        }
        // A text of several lines keeps its blank ones.
        let text = "---\nnote: |\n  a\n\n  b\ntitle: T\n---\n";
        assert_eq!(format_front_matter(text).as_deref(), Some("---\ntitle: T\nnote: |\n  a\n\n  b\n---\n"));
    }
}
