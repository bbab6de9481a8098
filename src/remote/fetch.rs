//! The work of `docs fetch`: downloads what a configuration names, compares it with `docs.lock`, and keeps it.

use std::collections::BTreeSet;

use super::google::{USER_AGENT, faces, sheet_urls};
use super::lock::{LOCK_FILE, Lock, Pin, RemoteFace};
use super::{KnownScript, REMOTE_FOLDER, RemoteSource, copy_path, hash_in_name, is_remote};
use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::hash::sha256::integrity;
use crate::source::font_metrics::font_format;
use crate::system::{EntryName, Request, System, SystemError, Utf8Path};
use crate::text::{SourcePath, SourceText};

/// Larger answers are refused.
const MOST_BYTES: u64 = 32 << 20;

/// What is known already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// What is pinned is taken as it is, and has to be the same when it is downloaded again.
    #[default]
    Kept,
    /// Everything is asked for anew (`--refresh`).
    Renewed,
}

/// Where to fetch to, and how.
pub struct Fetch<'a> {
    pub system: &'a dyn System,
    /// The folder of `docs.json`.
    pub root: &'a Utf8Path,
    /// Address of the font service.
    pub font_service: &'a str,
    /// Scripts that pages of the project load.
    pub scripts: &'a [KnownScript],
    pub known: Known,
}

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// Addresses that were downloaded, with their sizes.
    pub downloaded: Vec<(String, u64)>,
    /// Files whose copies were there.
    pub kept: usize,
    pub problems: Vec<Diagnostic>,
}

impl Fetch<'_> {
    /// Fetches all of `wanted` and the scripts, and writes the lock. What nothing asks for any more is let go; what cannot be had stays
    /// as it was pinned.
    pub fn run(&self, wanted: &[RemoteSource]) -> Fetched {
        let mut fetched = Fetched::default();
        let (old, problem) = self.read_lock();
        fetched.problems.extend(problem);
        let mut lock = Lock::default();
        for source in wanted {
            let urls = match source {
                RemoteSource::FontFile(url) | RemoteSource::Description(url) => vec![url.clone()],
                RemoteSource::FontFamily(family) => {
                    let Some(faces) = self.faces(family, &old, &mut fetched) else { continue };
                    let urls: BTreeSet<String> = faces.iter().map(|face| face.url.clone()).collect();
                    lock.families.insert(family.clone(), faces);
                    urls.into_iter().collect()
                }
                RemoteSource::Stars(repository) => {
                    let count = self.stars(repository, &old, &mut fetched);
                    lock.stars.extend(count.map(|count| (repository.clone(), count)));
                    continue;
                }
            };
            let is_right = |url: &str, bytes: &[u8]| match source {
                RemoteSource::Description(_) => Ok(()),
                _ => is_font(url, bytes),
            };
            for url in urls {
                self.pin(url, &is_right, &old, &mut lock, &mut fetched);
            }
        }
        for script in self.scripts {
            let is_right = |url: &str, bytes: &[u8]| is_known(url, bytes, script);
            self.pin(script.url.to_owned(), &is_right, &old, &mut lock, &mut fetched);
        }
        if let Err(error) = self.write(&old, &lock, problem_free(&fetched)) {
            fetched.problems.push(failed(&error));
        }
        fetched
    }

    /// The addresses that are pinned now, with the paths of their copies.
    pub fn copies(&self) -> Vec<(String, SourcePath)> {
        let files = self.read_lock().0.files;
        files.into_iter().map(|(url, pin)| (url, copy_path(pin.hash))).collect()
    }

    fn read_lock(&self) -> (Lock, Option<Diagnostic>) {
        match self.system.read_text(&self.root.join(LOCK_FILE)) {
            Ok(Some(text)) => Lock::parse(&SourceText::new(SourcePath::new(LOCK_FILE), text)),
            Ok(None) => (Lock::default(), None),
            Err(error) => (Lock::default(), Some(failed(&error))),
        }
    }

    /// The faces of a family: as they are pinned, or as the service describes them now.
    fn faces(&self, family: &str, old: &Lock, fetched: &mut Fetched) -> Option<Vec<RemoteFace>> {
        if let Some(pinned) = old.family(family).filter(|_| self.known == Known::Kept) {
            return Some(pinned.to_vec());
        }
        let mut last = None;
        for url in sheet_urls(self.font_service, family) {
            match self.download(&url) {
                Ok(bytes) => {
                    let faces = faces(&String::from_utf8_lossy(&bytes));
                    if !faces.is_empty() {
                        fetched.downloaded.push((url, bytes.len() as u64));
                        return Some(faces);
                    }
                    last = Some("its style sheet names no font file".to_owned());
                }
                Err(error) => {
                    // Only an answer is a reason to ask in another way.
                    let answered = error.kind == std::io::ErrorKind::NotFound;
                    last = Some(error.reason);
                    if !answered {
                        break;
                    }
                }
            }
        }
        let reason = last.unwrap_or_default();
        fetched.problems.push(
            Diagnostic::error(
                "fetch-failed",
                format!("the font family `{family}` cannot be had from {}: {reason}", self.font_service),
            )
            .hint("check the name at https://fonts.google.com, or name a file as `source`"),
        );
        old.family(family).map(<[RemoteFace]>::to_vec)
    }

    /// The stars of a repository: as they are pinned, or as GitHub tells them now.
    fn stars(&self, repository: &str, old: &Lock, fetched: &mut Fetched) -> Option<u64> {
        let pinned = old.stars.get(repository).copied();
        if pinned.is_some() && self.known == Known::Kept {
            return pinned;
        }
        let url = format!("https://api.github.com/repos/{repository}");
        let answer = self.download(&url).map_err(|error| error.to_string()).and_then(|bytes| {
            let told: Option<serde_json::Value> = serde_json::from_slice(&bytes).ok();
            let count = told.and_then(|told| told.get("stargazers_count")?.as_u64());
            count
                .map(|count| (count, bytes.len() as u64))
                .ok_or_else(|| "the answer has no number".to_owned())
        });
        match answer {
            Ok((count, size)) => {
                fetched.downloaded.push((url, size));
                Some(count)
            }
            // A number beside a link is not worth a build that fails.
            Err(reason) => {
                let message = format!("the stars of `{repository}` cannot be had: {reason}");
                let hint = "check the address of the repository, and run `docs fetch` again";
                fetched.problems.push(Diagnostic::warning("fetch-failed", message).hint(hint));
                pinned
            }
        }
    }

    /// Pins one file; one that cannot be had stays as it was pinned.
    fn pin(&self, url: String, is_right: Check<'_>, old: &Lock, lock: &mut Lock, fetched: &mut Fetched) {
        let pinned = old.files.get(&url).copied();
        match self.file(&url, is_right, pinned, fetched) {
            Ok(pin) => {
                lock.files.insert(url, pin);
            }
            Err(problem) => {
                fetched.problems.push(problem);
                lock.files.extend(pinned.map(|pin| (url, pin)));
            }
        }
    }

    /// One file, with its copy in place.
    fn file(
        &self,
        url: &str,
        is_right: Check<'_>,
        pinned: Option<Pin>,
        fetched: &mut Fetched,
    ) -> Result<Pin, Diagnostic> {
        if let Some(pin) = pinned.filter(|_| self.known == Known::Kept) {
            let copy = self.system.read(&self.root.join(copy_path(pin.hash).as_str()));
            if copy.is_ok_and(|bytes| ContentHash::of(&bytes) == pin.hash) {
                fetched.kept += 1;
                return Ok(pin);
            }
        }
        let bytes = self.download(url).map_err(|error| failed(&error))?;
        is_right(url, &bytes)?;
        let pin = Pin { hash: ContentHash::of(&bytes), size: bytes.len() as u64 };
        if let Some(before) = pinned.filter(|before| before.hash != pin.hash && self.known == Known::Kept) {
            let message = format!(
                "{url} is not what `{LOCK_FILE}` pins: it has the hash {} now instead of {}",
                pin.hash.short(),
                before.hash.short(),
            );
            return Err(Diagnostic::error("fetched-differs", message)
                .hint("`docs fetch --refresh` takes what is there now"));
        }
        self.keep(&pin, &bytes).map_err(|error| failed(&error))?;
        fetched.downloaded.push((url.to_owned(), pin.size));
        Ok(pin)
    }

    fn download(&self, url: &str) -> Result<Vec<u8>, SystemError> {
        if !is_remote(url) {
            return Err(SystemError::new(std::io::ErrorKind::InvalidInput, "fetch", Utf8Path::new(url)));
        }
        self.system.fetch(&Request { url, user_agent: USER_AGENT, most_bytes: MOST_BYTES })
    }

    fn keep(&self, pin: &Pin, bytes: &[u8]) -> Result<(), SystemError> {
        self.system.create_dir_all(&self.root.join(REMOTE_FOLDER))?;
        self.system.write(&self.root.join(copy_path(pin.hash).as_str()), bytes)
    }

    /// Writes the lock after the copies that it names, and removes copies that nothing names. A watcher that sees the
    /// lock finds everything in place.
    fn write(&self, old: &Lock, lock: &Lock, clean: Clean) -> Result<(), SystemError> {
        let path = self.root.join(LOCK_FILE);
        let is_there = matches!(self.system.read_text(&path), Ok(Some(_)));
        if lock != old || (is_there && *lock == Lock::default()) {
            if *lock != Lock::default() {
                self.system.write(&path, lock.text().as_bytes())?;
            } else if is_there && clean == Clean::Yes {
                self.system.remove_file(&path)?;
            }
        }
        let folder = self.root.join(REMOTE_FOLDER);
        let Ok(entries) = self.system.read_dir(&folder) else { return Ok(()) };
        let wanted: BTreeSet<String> = lock.files.values().map(|pin| pin.hash.to_hex()).collect();
        for entry in entries {
            if let EntryName::Text(name) = entry.name
                && clean == Clean::Yes
                && hash_in_name(&name).is_some()
                && !wanted.contains(&name)
            {
                self.system.remove_file(&folder.join(name))?;
            }
        }
        Ok(())
    }
}

/// Whether an address answered with what it should.
type Check<'a> = &'a dyn Fn(&str, &[u8]) -> Result<(), Diagnostic>;

fn is_font(url: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    if font_format(bytes).is_some() {
        return Ok(());
    }
    let message = format!("what {url} answers is no font file");
    Err(Diagnostic::error("fetch-failed", message)
        .hint("name the address of a .woff2, .woff, .ttf or .otf file"))
}

fn is_known(url: &str, bytes: &[u8], script: &KnownScript) -> Result<(), Diagnostic> {
    if integrity(bytes) == script.integrity {
        return Ok(());
    }
    let message = format!("what {url} answers is not the script that this program knows");
    Err(Diagnostic::error("fetched-differs", message)
        .hint("try again from another network; until then browsers load it from that address, and refuse what differs"))
}

/// Whether everything could be had: only then is something removed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clean {
    Yes,
    No,
}

fn problem_free(fetched: &Fetched) -> Clean {
    if fetched.problems.is_empty() { Clean::Yes } else { Clean::No }
}

fn failed(error: &SystemError) -> Diagnostic {
    Diagnostic::error("fetch-failed", error.to_string())
        .hint("check the address and the connection, and run `docs fetch` again")
}
