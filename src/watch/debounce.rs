//! When to build: a state machine over events and times, without a clock of its own.
//!
//! Events gather until nothing more came for a moment ([`QUIET`]), at the latest after [`LONGEST`]. An event
//! that needs work cancels the running build, which is begun again with what came since, unless it is so
//! young ([`YOUNG`]) that it will most likely end first. After [`CANCELLATIONS`] in a row a build is left to
//! end, so that constant change cannot starve it. A batch with a file that is being written ([`Debounce::hold`])
//! waits until the next event, or until it has waited long enough.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Event, Reason};
use crate::text::SourcePath;

/// How long nothing may have happened before a build begins.
pub const QUIET: Duration = Duration::from_millis(15);
/// How long a build waits for quiet.
pub const LONGEST: Duration = Duration::from_millis(500);
/// A younger build is not cancelled: the edit of a page takes a few milliseconds, and the build after a
/// cancelled one looks at all sources.
pub const YOUNG: Duration = Duration::from_millis(60);
/// How often in a row a build is cancelled.
pub const CANCELLATIONS: usize = 2;
/// More changed files than this are found faster by looking at all.
const MOST_PATHS: usize = 10_000;

/// What came together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Files that changed, appeared or went.
    pub paths: BTreeSet<SourcePath>,
    /// Why looking at these files is not enough.
    pub rescan: Option<Reason>,
    /// Whether somebody committed.
    pub committed: bool,
    /// Cookies that are to be taken away when the work is done.
    pub cookies: BTreeSet<String>,
}

impl Batch {
    /// Whether there is anything to build.
    pub fn needs_build(&self) -> bool {
        self.rescan.is_some() || self.committed || !self.paths.is_empty()
    }

    fn is_empty(&self) -> bool {
        !self.needs_build() && self.cookies.is_empty()
    }

    fn add(&mut self, event: Event) {
        match event {
            Event::Changed(path) => {
                self.paths.insert(path);
                if self.paths.len() > MOST_PATHS {
                    self.paths.clear();
                    self.rescan = Some(Reason::Many);
                }
            }
            Event::Rescan(reason) => self.rescan = Some(reason),
            Event::Committed => self.committed = true,
            Event::Cookie(name) => {
                self.cookies.insert(name);
            }
            Event::Stop => {}
        }
    }

    /// Adds an earlier batch.
    fn join(&mut self, earlier: Self) {
        self.paths.extend(earlier.paths);
        self.rescan = self.rescan.take().or(earlier.rescan);
        self.committed |= earlier.committed;
        self.cookies.extend(earlier.cookies);
    }
}

/// What to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing until an event comes, or until this time.
    Wait(Option<Duration>),
    /// Build this. The machine takes it as running until [`Debounce::finished`] or [`Debounce::cancelled`].
    Build(Batch),
    /// Ask the running build to stop.
    Cancel,
    /// End.
    Stop,
}

/// The state machine. Times count from any fixed start.
#[derive(Debug, Default)]
pub struct Debounce {
    waiting: Batch,
    /// When the first and the last of the waiting events came.
    since: Option<(Duration, Duration)>,
    running: Option<Running>,
    /// Until when what waits is held back, unless something happens before.
    held: Option<Duration>,
    /// Builds that were cancelled since one came to its end.
    cancellations: usize,
    stopping: bool,
}

#[derive(Debug)]
struct Running {
    batch: Batch,
    since: Duration,
    cancelled: bool,
}

impl Debounce {
    /// The first build, which waits for nothing.
    pub fn start(&mut self) {
        self.waiting.rescan = Some(Reason::Start);
    }

    /// Something happened.
    pub fn event(&mut self, event: Event, now: Duration) {
        match event {
            Event::Stop => self.stopping = true,
            // A cookie waits for the work before it, not for quiet.
            Event::Cookie(_) => self.waiting.add(event),
            Event::Changed(_) | Event::Rescan(_) | Event::Committed => {
                self.waiting.add(event);
                self.held = None;
                let first = self.since.map_or(now, |(first, _)| first);
                self.since = Some((first, now));
            }
        }
    }

    /// What to do at this time.
    pub fn action(&mut self, now: Duration) -> Action {
        if let Some(running) = &mut self.running {
            let unwanted = self.waiting.needs_build() && self.cancellations < CANCELLATIONS;
            if running.cancelled || !(unwanted || self.stopping) {
                return Action::Wait(None);
            }
            let old = running.since + YOUNG;
            if now < old && !self.stopping {
                return Action::Wait(Some(old));
            }
            running.cancelled = true;
            return Action::Cancel;
        }
        if self.stopping {
            return Action::Stop;
        }
        if self.waiting.is_empty() {
            return Action::Wait(None);
        }
        if let Some(until) = self.held {
            if now < until {
                return Action::Wait(Some(until));
            }
            self.held = None;
        }
        if let Some((first, last)) = self.since {
            let due = (last + QUIET).min(first + LONGEST);
            if now < due {
                return Action::Wait(Some(due));
            }
        }
        self.since = None;
        let batch = std::mem::take(&mut self.waiting);
        self.running = Some(Running { batch: batch.clone(), since: now, cancelled: false });
        Action::Build(batch)
    }

    /// The running build came to its end. Gives its batch.
    pub fn finished(&mut self) -> Batch {
        self.cancellations = 0;
        self.running.take().map(|running| running.batch).unwrap_or_default()
    }

    /// The running build was cancelled: what it should have done waits again.
    pub fn cancelled(&mut self) {
        self.cancellations += 1;
        if let Some(running) = self.running.take() {
            self.waiting.join(running.batch);
        }
    }

    /// What was to be built now waits again, with all that comes, until something happens or this time is reached.
    pub fn hold(&mut self, until: Duration) {
        if let Some(running) = self.running.take() {
            self.waiting.join(running.batch);
            self.held = Some(until);
        }
    }

    /// Whether nothing runs and nothing waits.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(path: &str) -> Event {
        Event::Changed(SourcePath::new(path))
    }

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn paths(action: Action) -> Vec<String> {
        match action {
            Action::Build(batch) => batch.paths.iter().map(ToString::to_string).collect(),
            other => panic!("no build but {other:?}"),
        }
    }

    #[test]
    fn events_gather_until_it_is_quiet() {
        let mut debounce = Debounce::default();
        assert_eq!(debounce.action(at(0)), Action::Wait(None));
        debounce.event(changed("a.mdx"), at(0));
        assert_eq!(debounce.action(at(0)), Action::Wait(Some(at(15))));
        debounce.event(changed("b.mdx"), at(10));
        debounce.event(changed("a.mdx"), at(12));
        assert_eq!(debounce.action(at(15)), Action::Wait(Some(at(27))));
        assert_eq!(paths(debounce.action(at(27))), ["a.mdx", "b.mdx"]);
        assert_eq!(debounce.action(at(28)), Action::Wait(None));
        assert_eq!(debounce.finished().paths.len(), 2);
        assert!(debounce.is_idle());
    }

    #[test]
    fn constant_change_does_not_starve_a_build() {
        let mut debounce = Debounce::default();
        let (mut finished, mut begun, mut cancels) = (Vec::new(), None, Vec::new());
        // A write every 5 ms for a minute, and builds of 100 ms.
        for now in (0..60_000).step_by(5).map(at) {
            debounce.event(changed("a.mdx"), now);
            if begun.is_some_and(|begun| now >= begun + at(100)) {
                debounce.finished();
                finished.push(now);
                begun = None;
            }
            match debounce.action(now) {
                Action::Build(batch) => {
                    assert!(batch.needs_build());
                    begun = Some(now);
                }
                Action::Cancel => {
                    cancels.push(now);
                    debounce.cancelled();
                    begun = None;
                }
                Action::Wait(_) => {}
                Action::Stop => panic!("nobody asked for an end"),
            }
        }
        assert!(finished.len() >= 30, "{finished:?}");
        assert!(finished.windows(2).all(|pair| pair[1] - pair[0] <= at(3000)), "{finished:?}");
        assert!(cancels.len() <= finished.len() * CANCELLATIONS + CANCELLATIONS);
    }

    #[test]
    fn what_was_cancelled_is_built_again_with_the_rest() {
        let mut debounce = Debounce::default();
        debounce.event(changed("a.mdx"), at(0));
        debounce.event(Event::Cookie("one".to_owned()), at(0));
        assert_eq!(paths(debounce.action(at(15))), ["a.mdx"]);
        debounce.event(changed("b.mdx"), at(20));
        assert_eq!(debounce.action(at(20)), Action::Wait(Some(at(75))), "it may end by itself");
        assert_eq!(debounce.action(at(75)), Action::Cancel);
        assert_eq!(debounce.action(at(76)), Action::Wait(None), "once is enough");
        debounce.cancelled();
        let Action::Build(batch) = debounce.action(at(80)) else { panic!("no build") };
        assert_eq!(batch.paths.len(), 2);
        assert!(batch.cookies.contains("one"));
    }

    #[test]
    fn a_cookie_alone_waits_for_nothing_and_cancels_nothing() {
        let mut debounce = Debounce::default();
        debounce.event(Event::Cookie("one".to_owned()), at(3));
        let Action::Build(batch) = debounce.action(at(3)) else { panic!("no answer") };
        assert!(!batch.needs_build());
        debounce.finished();
        debounce.event(changed("a.mdx"), at(10));
        debounce.event(Event::Cookie("two".to_owned()), at(11));
        assert_eq!(debounce.action(at(11)), Action::Wait(Some(at(25))));
        let Action::Build(batch) = debounce.action(at(25)) else { panic!("no build") };
        assert!(batch.needs_build() && batch.cookies.contains("two"));
        debounce.event(Event::Cookie("three".to_owned()), at(30));
        assert_eq!(debounce.action(at(30)), Action::Wait(None));
        debounce.finished();
        assert!(matches!(debounce.action(at(31)), Action::Build(_)));
    }

    #[test]
    fn what_is_held_waits_for_the_next_event_or_its_time() {
        let mut debounce = Debounce::default();
        debounce.event(changed("a.mdx"), at(0));
        debounce.event(Event::Cookie("one".to_owned()), at(0));
        assert_eq!(paths(debounce.action(at(15))), ["a.mdx"]);
        debounce.hold(at(265));
        assert!(!debounce.is_idle());
        assert_eq!(debounce.action(at(15)), Action::Wait(Some(at(265))));
        debounce.event(Event::Cookie("two".to_owned()), at(20));
        assert_eq!(debounce.action(at(20)), Action::Wait(Some(at(265))), "who waits does not hurry it");
        debounce.event(changed("b.mdx"), at(40));
        assert_eq!(debounce.action(at(40)), Action::Wait(Some(at(55))), "it may be whole now");
        let Action::Build(batch) = debounce.action(at(55)) else { panic!("no build") };
        assert_eq!((batch.paths.len(), batch.cookies.len()), (2, 2), "nothing was lost");
        debounce.hold(at(265));
        assert_eq!(paths(debounce.action(at(265))), ["a.mdx", "b.mdx"]);
        debounce.finished();
        assert!(debounce.is_idle());
        debounce.event(changed("a.mdx"), at(300));
        assert_eq!(paths(debounce.action(at(315))), ["a.mdx"]);
        debounce.hold(at(600));
        debounce.event(Event::Stop, at(320));
        assert_eq!(debounce.action(at(320)), Action::Stop, "the end waits for nothing");
    }

    #[test]
    fn the_end_cancels_what_runs() {
        let mut debounce = Debounce::default();
        debounce.event(Event::Rescan(Reason::Start), at(0));
        assert!(matches!(debounce.action(at(20)), Action::Build(_)));
        debounce.event(Event::Stop, at(21));
        assert_eq!(debounce.action(at(21)), Action::Cancel);
        debounce.cancelled();
        assert_eq!(debounce.action(at(22)), Action::Stop);
    }

    #[test]
    fn very_many_files_are_a_rescan() {
        let mut debounce = Debounce::default();
        for number in 0..=MOST_PATHS {
            debounce.event(changed(&format!("{number}.mdx")), at(1));
        }
        let Action::Build(batch) = debounce.action(at(600)) else { panic!("no build") };
        assert_eq!((batch.rescan, batch.paths.len()), (Some(Reason::Many), 0));
    }
}
