//! Watching without notifications: two listings compared, and how long to wait between them.
//!
//! A listing has what the disk tells without opening a file. Whether a file with another time really
//! differs is found out by its hash, in the engine.

use std::cmp::Ordering;
use std::time::Duration;

use super::{Event, Reason};
use crate::source::ignore_rules::IGNORE_FILE;
use crate::source::named::Named;
use crate::system::walk::Walk;
use crate::text::SourcePath;

/// The shortest pause between two looks.
const SHORTEST: Duration = Duration::from_millis(250);
/// The longest.
const LONGEST: Duration = Duration::from_millis(2500);
/// Of one processor's time, the part that looking may take: one in so many.
const SHARE: u32 = 28;

/// How long to wait after a look that took `cost` on `threads` threads.
pub fn pause(cost: Duration, threads: usize) -> Duration {
    let threads = u32::try_from(threads).unwrap_or(u32::MAX).max(1);
    cost.saturating_mul(threads).saturating_mul(SHARE).clamp(SHORTEST, LONGEST)
}

/// What happened between two listings.
pub fn differences(before: &Walk, now: &Walk, named: &Named) -> Vec<Event> {
    if before.diagnostics != now.diagnostics || before.links != now.links {
        return vec![Event::Rescan(Reason::Folders)];
    }
    let mut events = Vec::new();
    let mut changed = |path: &SourcePath| {
        if path.as_str() == IGNORE_FILE {
            events.push(Event::Rescan(Reason::IgnoreRules));
        } else if named.is_source(path) {
            events.push(Event::Changed(path.clone()));
        }
    };
    let (mut old, mut new) = (before.files.iter().peekable(), now.files.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.path.cmp(&new.path),
        };
        let (gone, came) = match order {
            Ordering::Less => (old.next(), None),
            Ordering::Greater => (None, new.next()),
            Ordering::Equal => (old.next(), new.next()),
        };
        if gone != came
            && let Some(file) = came.or(gone)
        {
            changed(&file.path);
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Utf8Path;
    use crate::system::memory::MemorySystem;
    use crate::system::walk::{Files, WalkOptions, walk};

    #[test]
    fn differences_are_found() {
        let system = MemorySystem::with_files([("/p/a.mdx", "a"), ("/p/b.mdx", "b"), ("/p/c~", "c")]);
        let look = || {
            let options = WalkOptions { ignored: &|_, _| false, excluded: &[], files: Files::Listed };
            walk(&system, Utf8Path::new("/p"), &options)
        };
        let before = look();
        assert_eq!(differences(&before, &look(), &Named::default()), []);
        system.place_file("/p/a.mdx", b"x");
        system.place_file("/p/c~", b"x");
        system.place_file("/p/d/e.mdx", b"");
        crate::system::System::remove_file(&system, Utf8Path::new("/p/b.mdx")).unwrap();
        let paths: Vec<Event> =
            ["a.mdx", "b.mdx", "d/e.mdx"].iter().map(|path| Event::Changed(SourcePath::new(path))).collect();
        assert_eq!(differences(&before, &look(), &Named::default()), paths);
        let before = look();
        system.place_file("/p/.mintignore", b"");
        assert_eq!(differences(&before, &look(), &Named::default()), [Event::Rescan(Reason::IgnoreRules)]);
        system.place_link("/p/l.mdx", "nowhere");
        assert_eq!(differences(&before, &look(), &Named::default()), [Event::Rescan(Reason::Folders)]);
    }

    #[test]
    fn looking_takes_a_small_part_of_the_time() {
        assert_eq!(pause(Duration::from_micros(300), 2), SHORTEST);
        assert_eq!(pause(Duration::from_millis(12), 2), Duration::from_millis(672));
        assert_eq!(pause(Duration::from_secs(1), 8), LONGEST);
    }
}
