//! Building again and again: events in, revisions out.
//!
//! The engine runs on a thread of its own, so that an event can cancel it. The record of the output
//! directory is saved when nothing happened for a while, and at the end.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::SYNC_FOLDER;
use super::debounce::{Action, Batch, Debounce};
use super::emptied::Emptied;
use super::{Event, Reason};
use crate::engine::{Course, Engine, Progress, Report, STACK, Silent};
use crate::system::{System, Utf8PathBuf};
use crate::text::SourcePath;

/// Quiet after which the record of the output directory is saved.
const SAVE_AFTER: Duration = Duration::from_millis(1500);

/// A site that is complete again.
#[derive(Debug)]
pub struct Revision<'a> {
    /// From 1, the first build.
    pub number: u64,
    pub report: &'a Report,
}

/// Told about revisions.
pub trait Audience {
    /// A revision is complete and on disk.
    fn revision(&mut self, revision: &Revision<'_>) -> Verdict;
    /// Native notifications ended, the disk is polled from now on.
    fn fallback(&mut self);
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    GoOn,
    /// Nobody wants to know any more.
    End,
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// [`Event::Stop`].
    Stopped,
    /// [`Verdict::End`].
    NobodyListens,
}

/// What the session waits for.
pub enum Message {
    Event(Event),
    /// The engine is done.
    Built(Box<Report>),
    /// The engine's thread panicked.
    Failed,
}

/// Tells the session when the engine's thread does not come to its end.
struct Alarm(Sender<Message>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Message::Failed);
        }
    }
}

enum Job {
    Build(Batch),
    Save,
}

/// Builds until the end is asked for. `inbox` gets the events as messages, through clones of `outbox`.
pub fn run(
    system: &dyn System,
    engine: Engine,
    inbox: &Receiver<Message>,
    outbox: Sender<Message>,
    first: &(dyn Progress + Sync),
    audience: &mut dyn Audience,
) -> Ended {
    let cancellation = engine.cancellation();
    let sync = engine.root().join(SYNC_FOLDER);
    let mut emptied = Emptied::below(engine.root());
    let (jobs, todo) = channel();
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        let worker = worker.spawn_scoped(scope, move || work(engine, &todo, Alarm(outbox), first));
        let mut course = Session { system, debounce: Debounce::default(), sync, number: 0, unsaved: None };
        course.debounce.start();
        let ended = loop {
            let now = system.monotonic();
            match course.debounce.action(now) {
                Action::Build(batch) if batch.needs_build() => {
                    if let Some(until) = emptied.hold(system, &batch, now) {
                        course.debounce.hold(until);
                        continue;
                    }
                    cancellation.withdraw();
                    if jobs.send(Job::Build(batch)).is_err() {
                        break Ended::Stopped;
                    }
                }
                Action::Build(_) => course.answer(),
                Action::Cancel => cancellation.request(),
                Action::Stop => break Ended::Stopped,
                Action::Wait(until) => {
                    // Nothing is saved beside a build: to wait for that moment then would be to spin.
                    let unsaved = course.unsaved.filter(|_| course.debounce.is_idle());
                    let until = until.or(unsaved.map(|since| since + SAVE_AFTER));
                    let message = match until {
                        Some(until) => inbox.recv_timeout(until.saturating_sub(now)),
                        None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                    };
                    match message {
                        Ok(message) => {
                            if course.take(message, audience) == Verdict::End {
                                cancellation.request();
                                break Ended::NobodyListens;
                            }
                        }
                        Err(RecvTimeoutError::Timeout) => {
                            let due =
                                course.unsaved.is_some_and(|since| system.monotonic() >= since + SAVE_AFTER);
                            if due && course.debounce.is_idle() {
                                course.unsaved = None;
                                let _ = jobs.send(Job::Save);
                            }
                        }
                        Err(RecvTimeoutError::Disconnected) => break Ended::Stopped,
                    }
                }
            }
        };
        let _ = jobs.send(Job::Save);
        drop(jobs);
        if let Ok(worker) = worker
            && let Err(panic) = worker.join()
        {
            std::panic::resume_unwind(panic);
        }
        ended
    })
}

fn work(mut engine: Engine, todo: &Receiver<Job>, outbox: Alarm, first: &dyn Progress) {
    let mut is_first = true;
    for job in todo {
        let batch = match job {
            Job::Build(batch) => batch,
            Job::Save => {
                // What cannot be saved costs the next process time, nothing else.
                let _ = engine.save();
                continue;
            }
        };
        let progress: &dyn Progress = if is_first { first } else { &Silent };
        let mut report = if batch.rescan.is_some() || batch.committed && engine.has_other_history() {
            engine.build(progress)
        } else {
            let paths: Vec<SourcePath> = batch.paths.into_iter().collect();
            engine.update(&paths, progress)
        };
        engine.advise(&mut report);
        is_first = is_first && report.course == Course::Cancelled;
        if outbox.0.send(Message::Built(Box::new(report))).is_err() {
            return;
        }
    }
}

struct Session<'s> {
    system: &'s dyn System,
    debounce: Debounce,
    /// The folder of cookies.
    sync: Utf8PathBuf,
    number: u64,
    /// Since when the record of the output directory may be behind.
    unsaved: Option<Duration>,
}

impl Session<'_> {
    fn take(&mut self, message: Message, audience: &mut dyn Audience) -> Verdict {
        match message {
            Message::Event(event) => {
                if event == Event::Rescan(Reason::Fallback) {
                    audience.fallback();
                }
                self.debounce.event(event, self.system.monotonic());
                Verdict::GoOn
            }
            Message::Failed => Verdict::End,
            Message::Built(report) if report.course == Course::Cancelled => {
                self.debounce.cancelled();
                Verdict::GoOn
            }
            Message::Built(report) => {
                self.number += 1;
                self.unsaved = Some(self.system.monotonic());
                let verdict = audience.revision(&Revision { number: self.number, report: &report });
                self.answer();
                verdict
            }
        }
    }

    /// Takes away the cookies of the batch that is done.
    fn answer(&mut self) {
        for cookie in self.debounce.finished().cookies {
            // One that somebody else took away is answered as well.
            let _ = self.system.remove_file(&self.sync.join(cookie));
        }
    }
}
