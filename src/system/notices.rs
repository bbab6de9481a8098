//! Native notifications of changes in directories. The only module that names notify.
//!
//! Each directory is named one by one where the operating system works that way (inotify), so that folders
//! which are no part of the project cost nothing. What is told here is a hint, never the truth: whoever
//! gets it looks at the disk.

use notify::event::{CreateKind, EventKindMask, ModifyKind, RemoveKind};
use notify::{
    Config, ErrorKind, Event, EventKind, PathOp, RecommendedWatcher, RecursiveMode, WatchPathConfig, Watcher,
    WatcherKind,
};

use super::{SystemError, Utf8Path, Utf8PathBuf};

/// Something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The bytes or attributes of what is at the path.
    Edited(Utf8PathBuf),
    /// A name came, went, or stands for something else now.
    Entry(Utf8PathBuf),
    /// Anything may have happened; with the reason.
    Lost(String),
}

/// Notifications until it is dropped.
pub trait Watch: Send {
    /// Begins to tell about the entries of directories, in one go. Those that are not there; any other failure ends it.
    fn add(&mut self, directories: &[Utf8PathBuf]) -> Result<Vec<Utf8PathBuf>, SystemError>;
    /// Stops telling about it; nothing happens when it was not named.
    fn remove(&mut self, directory: &Utf8Path);
    /// What naming a directory covers.
    fn reach(&self) -> Reach;
}

/// What naming a directory covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Its entries.
    Folder,
    /// Everything below it.
    Tree,
}

/// Who is told.
pub type Listener = Box<dyn FnMut(Notice) + Send>;

/// Starts notifications of the operating system; `listener` is called on a thread of theirs.
pub(super) fn start(mut listener: Listener) -> Result<Box<dyn Watch>, SystemError> {
    let tell = move |event: notify::Result<Event>| match event {
        Ok(event) => translate(event).into_iter().for_each(&mut listener),
        Err(error) => listener(Notice::Lost(error.to_string())),
    };
    // Nobody is told that a file was opened: a scan opens all of them, and would wake this thread for each.
    let wanted = EventKindMask::CORE | EventKindMask::ACCESS_CLOSE;
    let config = Config::default().with_follow_symlinks(false).with_event_kinds(wanted);
    let watcher = RecommendedWatcher::new(tell, config).map_err(|error| failed(&error, Utf8Path::new("")))?;
    Ok(Box::new(Native { watcher }))
}

struct Native {
    watcher: RecommendedWatcher,
}

impl Watch for Native {
    fn add(&mut self, directories: &[Utf8PathBuf]) -> Result<Vec<Utf8PathBuf>, SystemError> {
        let mode = match self.reach() {
            Reach::Folder => RecursiveMode::NonRecursive,
            Reach::Tree => RecursiveMode::Recursive,
        };
        let watch = |directory: &Utf8PathBuf| PathOp::Watch(directory.into(), WatchPathConfig::new(mode));
        let mut left: Vec<PathOp> = directories.iter().map(watch).collect();
        let mut missing = Vec::new();
        while let Err(error) = self.watcher.update_paths(left) {
            let at = error.origin.and_then(|of| Utf8PathBuf::from_path_buf(of.into_path()).ok());
            let told = failed(&error.source, at.as_deref().unwrap_or(Utf8Path::new("")));
            match at {
                Some(at) if told.is_missing() => missing.push(at),
                _ => return Err(told),
            }
            left = error.remaining;
        }
        Ok(missing)
    }

    fn remove(&mut self, directory: &Utf8Path) {
        // It may be gone already, and its notifications with it.
        let _ = self.watcher.unwatch(directory.as_std_path());
    }

    fn reach(&self) -> Reach {
        match RecommendedWatcher::kind() {
            WatcherKind::Inotify => Reach::Folder,
            _ => Reach::Tree,
        }
    }
}

fn failed(error: &notify::Error, path: &Utf8Path) -> SystemError {
    let kind = match &error.kind {
        ErrorKind::Io(error) => error.kind(),
        ErrorKind::PathNotFound | ErrorKind::WatchNotFound => std::io::ErrorKind::NotFound,
        ErrorKind::MaxFilesWatch => std::io::ErrorKind::QuotaExceeded,
        ErrorKind::Generic(_) | ErrorKind::InvalidConfig(_) => std::io::ErrorKind::Other,
    };
    let reason = match &error.kind {
        ErrorKind::MaxFilesWatch => "the system's limit of watched folders is reached".to_owned(),
        _ => error.to_string(),
    };
    SystemError { reason, ..SystemError::new(kind, "watch", path) }
}

fn translate(event: Event) -> Vec<Notice> {
    let lost = event.need_rescan();
    let notice: fn(Utf8PathBuf) -> Notice = match event.kind {
        // Who reads changes nothing. The end of writing is told beside the writes themselves, and only then
        // is a file whole.
        EventKind::Access(notify::event::AccessKind::Close(notify::event::AccessMode::Write)) => {
            Notice::Edited
        }
        EventKind::Access(_) => return Vec::new(),
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)) => Notice::Edited,
        EventKind::Create(CreateKind::File | CreateKind::Folder | CreateKind::Any | CreateKind::Other)
        | EventKind::Remove(RemoveKind::File | RemoveKind::Folder | RemoveKind::Any | RemoveKind::Other)
        | EventKind::Modify(ModifyKind::Name(_) | ModifyKind::Any | ModifyKind::Other)
        | EventKind::Any => Notice::Entry,
        EventKind::Other => return vec![Notice::Lost("more happened than could be told".to_owned())],
    };
    if lost {
        return vec![Notice::Lost("more happened than could be told".to_owned())];
    }
    let told = |path| match Utf8PathBuf::from_path_buf(path) {
        Ok(path) => notice(path),
        Err(path) => Notice::Lost(format!("`{}` is no UTF-8 name", path.display())),
    };
    event.paths.into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_is_lost() {
        let of = |kind| translate(Event::new(kind).add_path("/a/b.mdx".into()));
        assert_eq!(of(EventKind::Create(CreateKind::File)), [Notice::Entry("/a/b.mdx".into())]);
        assert_eq!(of(EventKind::Modify(ModifyKind::Any)), [Notice::Entry("/a/b.mdx".into())]);
        assert!(of(EventKind::Access(notify::event::AccessKind::Read)).is_empty());
        assert!(matches!(of(EventKind::Other)[..], [Notice::Lost(_)]));
        let overflow = Event::new(EventKind::Any).set_flag(notify::event::Flag::Rescan);
        assert!(matches!(translate(overflow)[..], [Notice::Lost(_)]));
    }
}
