//! Steps of a run in words that a person can read, write and shorten: the replay file.
//!
//! ```text
//! # anything
//! step change the body of guides/a.mdx
//! write guides/a.mdx
//! | # A
//! |
//! | Text.
//! remove guides/b.mdx
//! then restart
//! ```
//!
//! A line `\ ` instead of `| ` is the last one of a file that ends without a line feed; bytes that are not
//! UTF-8 stand as `hex 00ff…`. Every step holds whole files, so that it means the same without the others.

use std::fmt::Write;

/// One change of a file, a folder of output, or the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Write(String, Vec<u8>),
    /// Other bytes of the same number, and the time of the last change stays.
    Swap(String, Vec<u8>),
    Remove(String),
    /// Damage to a file of the output: other bytes.
    Spoil(String, Vec<u8>),
    /// Damage to a file of the output: it is gone.
    Lose(String),
    LoseOutput,
    LoseCache,
}

/// How the build after the changes comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The same process looks at everything.
    Build,
    /// The same process is told which files changed.
    Update,
    /// Another process, which goes on.
    Restart,
    /// Another process, which builds once: it may begin where the last one stopped.
    Once,
}

/// Some changes and the build after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub what: String,
    pub changes: Vec<Change>,
    pub then: Then,
}

impl Step {
    /// The source files that it names.
    pub fn sources(&self) -> Vec<&str> {
        self.changes
            .iter()
            .filter_map(|change| match change {
                Change::Write(path, _) | Change::Swap(path, _) | Change::Remove(path) => Some(&**path),
                _ => None,
            })
            .collect()
    }
}

/// The text of a replay file.
pub fn write(steps: &[Step], remark: &str) -> String {
    let mut out = String::new();
    for line in remark.lines() {
        let _ = writeln!(out, "# {line}");
    }
    for step in steps {
        let _ = writeln!(out, "\nstep {}", step.what.replace('\n', " "));
        for change in &step.changes {
            match change {
                Change::Write(path, bytes) => content(&mut out, "write", path, bytes),
                Change::Swap(path, bytes) => content(&mut out, "swap", path, bytes),
                Change::Spoil(path, bytes) => content(&mut out, "spoil", path, bytes),
                Change::Remove(path) => drop(writeln!(out, "remove {path}")),
                Change::Lose(path) => drop(writeln!(out, "lose {path}")),
                Change::LoseOutput => out.push_str("lose-output\n"),
                Change::LoseCache => out.push_str("lose-cache\n"),
            }
        }
        let then = match step.then {
            Then::Build => "build",
            Then::Update => "update",
            Then::Restart => "restart",
            Then::Once => "once",
        };
        let _ = writeln!(out, "then {then}");
    }
    out
}

fn content(out: &mut String, verb: &str, path: &str, bytes: &[u8]) {
    let _ = writeln!(out, "{verb} {path}");
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\r') => {
            for line in text.split_inclusive('\n') {
                match line.strip_suffix('\n') {
                    Some(line) => drop(writeln!(out, "| {line}")),
                    None => drop(writeln!(out, "\\ {line}")),
                }
            }
        }
        _ => {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = writeln!(out, "hex {hex}");
        }
    }
}

/// Reads what [`write`] wrote.
pub fn read(text: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = || format!("line {}: {line:?} means nothing here", number + 1);
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if line.is_empty() || verb == "#" {
            continue;
        }
        if verb == "step" {
            steps.push(Step { what: rest.to_owned(), changes: Vec::new(), then: Then::Build });
            continue;
        }
        let step = steps.last_mut().ok_or_else(wrong)?;
        match verb {
            "write" => step.changes.push(Change::Write(rest.to_owned(), Vec::new())),
            "swap" => step.changes.push(Change::Swap(rest.to_owned(), Vec::new())),
            "spoil" => step.changes.push(Change::Spoil(rest.to_owned(), Vec::new())),
            "remove" => step.changes.push(Change::Remove(rest.to_owned())),
            "lose" => step.changes.push(Change::Lose(rest.to_owned())),
            "lose-output" => step.changes.push(Change::LoseOutput),
            "lose-cache" => step.changes.push(Change::LoseCache),
            "|" | "\\" | "hex" => {
                let Some(Change::Write(_, bytes) | Change::Swap(_, bytes) | Change::Spoil(_, bytes)) =
                    step.changes.last_mut()
                else {
                    return Err(wrong());
                };
                if verb == "hex" {
                    for at in (0..rest.len()).step_by(2) {
                        let byte = rest.get(at..at + 2).and_then(|byte| u8::from_str_radix(byte, 16).ok());
                        bytes.push(byte.ok_or_else(wrong)?);
                    }
                } else {
                    bytes.extend_from_slice(rest.as_bytes());
                    if verb == "|" {
                        bytes.push(b'\n');
                    }
                }
            }
            "then" => {
                step.then = match rest {
                    "build" => Then::Build,
                    "update" => Then::Update,
                    "restart" => Then::Restart,
                    "once" => Then::Once,
                    _ => return Err(wrong()),
                }
            }
            _ => return Err(wrong()),
        }
    }
    Ok(steps)
}

/// The shortest list that was found for which `fails` still says yes: whole stretches of steps go first, then
/// single steps, then single changes. At most `tries` questions are asked.
pub fn shrink(mut steps: Vec<Step>, mut tries: usize, fails: &mut dyn FnMut(&[Step]) -> bool) -> Vec<Step> {
    let mut ask = |candidate: &[Step]| {
        if tries == 0 || candidate.is_empty() {
            return false;
        }
        tries -= 1;
        fails(candidate)
    };
    let mut size = steps.len().div_ceil(2).max(1);
    loop {
        let mut from = 0;
        let mut shorter = false;
        while from < steps.len() {
            let mut candidate = steps.clone();
            candidate.drain(from..(from + size).min(steps.len()));
            if ask(&candidate) {
                steps = candidate;
                shorter = true;
            } else {
                from += size;
            }
        }
        if size == 1 && !shorter {
            break;
        }
        size = (size / 2).max(1);
    }
    for at in 0..steps.len() {
        let mut change = 0;
        while change < steps[at].changes.len() && steps[at].changes.len() > 1 {
            let mut candidate = steps.clone();
            candidate[at].changes.remove(change);
            if ask(&candidate) { steps = candidate } else { change += 1 }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_file_says_all() {
        let change = |path: &str, bytes: &[u8]| Change::Write(path.to_owned(), bytes.to_vec());
        let steps = vec![
            Step {
                what: "some edits".to_owned(),
                changes: vec![
                    change("a b.mdx", b"# A\n\n| x |\nno end"),
                    change("empty.md", b""),
                    change("c.png", b"\x89PNG\r\n\x00\xff"),
                    Change::Swap("d".to_owned(), b"\n\n".to_vec()),
                    Change::Remove("gone.mdx".to_owned()),
                ],
                then: Then::Update,
            },
            Step {
                what: "damage".to_owned(),
                changes: vec![
                    Change::Spoil("index.html".to_owned(), b"x\n".to_vec()),
                    Change::Lose("a/index.html".to_owned()),
                    Change::LoseOutput,
                    Change::LoseCache,
                ],
                then: Then::Restart,
            },
        ];
        assert_eq!(read(&write(&steps, "two\nlines")), Ok(steps));
        assert!(read("write too-early\n").is_err());
        assert!(read("step x\nnonsense\n").is_err());
    }

    #[test]
    fn shrinking_finds_the_steps_that_matter() {
        let step = |number: usize| Step {
            what: number.to_string(),
            changes: vec![Change::Remove(number.to_string()), Change::Remove("other".to_owned())],
            then: Then::Build,
        };
        let steps: Vec<Step> = (0..100).map(step).collect();
        let mut asked = 0;
        let has = |steps: &[Step], name: &str| {
            steps.iter().any(|step| step.changes.contains(&Change::Remove(name.to_owned())))
        };
        let shortest = shrink(steps, 1000, &mut |steps| {
            asked += 1;
            has(steps, "17") && has(steps, "60") && has(steps, "99")
        });
        let names: Vec<&str> = shortest.iter().map(|step| &*step.what).collect();
        assert_eq!(names, ["17", "60", "99"]);
        assert!(shortest.iter().all(|step| step.changes.len() == 1), "{shortest:?}");
        assert!(asked < 200, "{asked} questions");
    }
}
