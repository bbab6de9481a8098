//! Listening to the disk, on a thread of its own: natively, or by polling where that cannot be.
//!
//! Every folder of the project is named to the operating system one by one, so that what is no part of the
//! project (`.git`, `node_modules`, the output) is neither watched nor wakes anybody. When folders come or
//! move, the new ones are named *before* the rescan is told: what happened in between is found by it.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::network::{MOUNTS, remote_kind};
use super::poll::{differences, pause};
use super::repository::Repository;
use super::tree::{Meaning, Place, Tree, survey};
use super::{Event, Reason, SYNC_FOLDER};
use crate::system::notices::{Notice, Reach, Watch};
use crate::system::walk::{Files, Walk};
use crate::system::{EntryName, FileKind, Links, System, SystemError, Utf8Path, Utf8PathBuf};

/// Notifications that are looked at together.
const TOGETHER: usize = 8192;
/// Lost notifications within [`LOSS_WINDOW`] after which notifications are given up.
const LOSSES: usize = 10;
const LOSS_WINDOW: Duration = Duration::from_secs(10);

/// How the disk is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Natively where that works.
    #[default]
    Native,
    /// By looking again and again: after this time, or after one that suits the size of the project.
    Poll(Option<Duration>),
}

/// What became of [`start`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Started {
    Native,
    Polling,
    /// Native notifications were wanted and cannot be had; with the reason.
    Fallback(String),
}

/// Who gets the events; `false` means that nobody listens any more.
pub type Sink = Box<dyn Fn(Event) -> bool + Send>;

/// Begins to watch. What happens after this function returns is told; what happened before is for a scan
/// to find.
pub fn start(system: Arc<dyn System>, place: Place, mode: Mode, sink: Sink) -> Started {
    let native = match mode {
        Mode::Native => Some(Native::start(system.clone(), &place)),
        Mode::Poll(_) => None,
    };
    let (native, started) = match native {
        Some(Ok(native)) => (Some(native), Started::Native),
        Some(Err(reason)) => (None, Started::Fallback(reason)),
        None => (None, Started::Polling),
    };
    let every = if let Mode::Poll(every) = mode { every } else { None };
    let repository = Repository::around(&*system, &place.root);
    let mut poller = Poller { system: system.clone(), place: place.clone(), every, before: None, repository };
    if native.is_none() {
        poller.before = Some(survey(&*system, &place, Files::Listed).1);
    }
    std::thread::spawn(move || {
        if let Some(native) = native
            && native.run(&sink) == End::NobodyListens
        {
            return;
        }
        poller.run(&sink);
    });
    started
}

/// Why a way of watching ended.
#[derive(PartialEq, Eq)]
enum End {
    NobodyListens,
    /// It does not work any more.
    Failed,
}

struct Native {
    system: Arc<dyn System>,
    place: Place,
    notices: Receiver<Notice>,
    watch: Box<dyn Watch>,
    /// Real paths that were named.
    named: BTreeSet<Utf8PathBuf>,
    tree: Tree,
    repository: Option<Repository>,
    /// When notifications were lost.
    losses: Vec<Duration>,
}

impl Native {
    fn start(system: Arc<dyn System>, place: &Place) -> Result<Self, String> {
        if let Ok(mounts) = system.read(Utf8Path::new(MOUNTS))
            && let Some(kind) = remote_kind(&String::from_utf8_lossy(&mounts), &place.root)
        {
            return Err(format!("the project lies on a network file system ({kind})"));
        }
        let (sender, notices) = channel();
        let listener = Box::new(move |notice| {
            let _ = sender.send(notice);
        });
        let watch = system.watch(listener).map_err(|error| error.reason)?;
        let tree = Tree::unknown(place);
        let named = BTreeSet::new();
        let repository = Repository::around(&*system, &place.root);
        let (place, losses) = (place.clone(), Vec::new());
        let mut native = Self { system, place, notices, watch, named, tree, repository, losses };
        native.name_new().map_err(|error| error.reason)?;
        if let Some(repository) = &native.repository {
            // One that nobody has committed to has none: then days are read at the next edit.
            let _ = native.watch.add(&[repository.folder()]);
        }
        Ok(native)
    }

    fn run(mut self, sink: &Sink) -> End {
        // A folder that came while its neighbours were named is not named yet, and who looks at the project has begun.
        match self.name_new() {
            Ok(false) => {}
            Ok(true) if self.name_all().is_ok() => {
                if !sink(Event::Rescan(Reason::Folders)) {
                    return End::NobodyListens;
                }
            }
            _ => return End::Failed,
        }
        for name in cookies(&*self.system, &self.place.root) {
            sink(Event::Cookie(name));
        }
        while let Ok(first) = self.notices.recv() {
            let mut together = vec![first];
            together.extend(self.notices.try_iter().take(TOGETHER));
            let events = match self.events(&together) {
                Ok(events) => events,
                Err(_) => break,
            };
            for event in events {
                if !sink(event) {
                    return End::NobodyListens;
                }
            }
        }
        End::Failed
    }

    /// The events behind some notifications, in an order in which none is told before the work that it needs
    /// is known: cookies last.
    fn events(&mut self, notices: &[Notice]) -> Result<Vec<Event>, SystemError> {
        let system = self.system.clone();
        let kind = |path: &Utf8Path| system.metadata(path, Links::Keep).ok().map(|found| found.kind);
        let mut events: Vec<Event> = Vec::new();
        let mut cookies_told = BTreeSet::new();
        let mut anew: Option<Reason> = None;
        let mut last: Option<&Notice> = None;
        for notice in notices {
            // A file that is written piece by piece is told of for each piece.
            if last.replace(notice) == Some(notice) {
                continue;
            }
            if let Notice::Lost(_) = notice {
                self.lost()?;
            }
            for meaning in self.tree.meaning(notice, &kind) {
                match meaning {
                    Meaning::Event(Event::Cookie(name)) => {
                        cookies_told.insert(name);
                    }
                    Meaning::Event(event) => events.push(event),
                    Meaning::Folders(path, reason) => {
                        // Other patterns make other folders part of the project, but move none.
                        if reason != Reason::IgnoreRules {
                            self.forget(&path);
                        }
                        anew = Some(reason);
                    }
                    Meaning::Sync => {
                        self.forget(&self.place.root.join(".docs"));
                        self.name_sync()?;
                        cookies_told.extend(cookies(&*self.system, &self.place.root));
                    }
                }
            }
        }
        if let Some(reason) = anew {
            self.name_all()?;
            events.push(Event::Rescan(reason));
            // Some may have come while nobody was told.
            cookies_told.extend(cookies(&*self.system, &self.place.root));
        }
        if let Some(repository) = &mut self.repository
            && repository.has_moved(&*system)
        {
            events.push(Event::Committed);
        }
        events.extend(cookies_told.into_iter().map(Event::Cookie));
        Ok(events)
    }

    /// Counts lost notifications: a disk where they are lost again and again is better polled.
    fn lost(&mut self) -> Result<(), SystemError> {
        let now = self.system.monotonic();
        self.losses.retain(|then| now.saturating_sub(*then) < LOSS_WINDOW);
        self.losses.push(now);
        if self.losses.len() < LOSSES {
            return Ok(());
        }
        Err(SystemError::new(ErrorKind::Other, "watch", &self.place.root))
    }

    /// Lets go of all folders at or below a path: they may be others by now, under the same names.
    fn forget(&mut self, path: &Utf8Path) {
        // Sorted by their segments, so what is below a folder follows it.
        let from = self.named.range(path.to_owned()..);
        let below: Vec<Utf8PathBuf> = from.take_while(|named| named.starts_with(path)).cloned().collect();
        for folder in below {
            self.watch.remove(&folder);
            self.named.remove(&folder);
        }
    }

    /// Names all folders of the project, until nothing new came in the meantime: every folder was named before it was
    /// looked at.
    fn name_all(&mut self) -> Result<(), SystemError> {
        while self.name_new()? {}
        Ok(())
    }

    /// Names the folders of the project that are not; whether there were any.
    fn name_new(&mut self) -> Result<bool, SystemError> {
        self.tree = survey(&*self.system, &self.place, Files::LeftOut).0;
        let wanted: BTreeSet<Utf8PathBuf> = match self.watch.reach() {
            Reach::Folder => self.tree.watched().map(Utf8Path::to_owned).collect(),
            Reach::Tree => [self.place.root.clone()].into(),
        };
        if !wanted.contains(&self.place.root) {
            // The project itself cannot be listed: gone, moved or forbidden.
            return Err(SystemError::new(ErrorKind::NotFound, "watch", &self.place.root));
        }
        // What is no part of the project any more may come back as another folder of the same name.
        let sync = self.place.root.join(".docs");
        let old = self.named.difference(&wanted).filter(|folder| !folder.starts_with(&sync));
        for folder in old.cloned().collect::<Vec<_>>() {
            self.watch.remove(&folder);
            self.named.remove(&folder);
        }
        let new: Vec<Utf8PathBuf> = wanted.difference(&self.named).cloned().collect();
        let is_any = !new.is_empty();
        self.name(new)?;
        self.name_sync()?;
        Ok(is_any)
    }

    /// Names the folders on the way to the cookies, as far as they exist.
    fn name_sync(&mut self) -> Result<(), SystemError> {
        if self.watch.reach() == Reach::Tree {
            return Ok(());
        }
        let sync = self.place.root.join(SYNC_FOLDER);
        for folder in [sync.parent(), Some(&*sync)].into_iter().flatten() {
            let found = self.system.metadata(folder, Links::Keep);
            if !self.named.contains(folder) && found.is_ok_and(|found| found.kind == FileKind::Directory) {
                self.name(vec![folder.to_owned()])?;
            }
        }
        Ok(())
    }

    fn name(&mut self, folders: Vec<Utf8PathBuf>) -> Result<(), SystemError> {
        // What is gone again is told by the folder above it.
        if self.watch.add(&folders)?.contains(&self.place.root) {
            return Err(SystemError::new(ErrorKind::NotFound, "watch", &self.place.root));
        }
        self.named.extend(folders);
        Ok(())
    }
}

struct Poller {
    system: Arc<dyn System>,
    place: Place,
    every: Option<Duration>,
    /// The last listing; `None` when notifications told what happened until now.
    before: Option<Walk>,
    repository: Option<Repository>,
}

impl Poller {
    fn run(mut self, sink: &Sink) {
        loop {
            let started = self.system.monotonic();
            // Before looking: what happened before a cookie is seen by this look.
            let cookies = cookies(&*self.system, &self.place.root);
            let now = survey(&*self.system, &self.place, Files::Listed).1;
            let mut events = match &self.before {
                Some(before) => differences(before, &now, &self.place.named),
                None => vec![Event::Rescan(Reason::Fallback)],
            };
            self.before = Some(now);
            if let Some(repository) = &mut self.repository
                && repository.has_moved(&*self.system)
            {
                events.push(Event::Committed);
            }
            events.extend(cookies.into_iter().map(Event::Cookie));
            for event in events {
                if !sink(event) {
                    return;
                }
            }
            let cost = self.system.monotonic().saturating_sub(started);
            std::thread::sleep(self.every.unwrap_or_else(|| pause(cost, rayon::current_num_threads())));
        }
    }
}

/// The cookies that are there.
fn cookies(system: &dyn System, root: &Utf8Path) -> Vec<String> {
    let entries = system.read_dir(&root.join(SYNC_FOLDER)).unwrap_or_default();
    let names = entries.into_iter().filter_map(|entry| match (entry.name, entry.kind) {
        (EntryName::Text(name), FileKind::File) => Some(name),
        _ => None,
    });
    names.collect()
}
