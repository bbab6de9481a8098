//! The store: never a wrong value, whatever happens to its files; bounded, shared, movable.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use docs::hash::ContentHash;
use docs::store::Store;
use docs::system::memory::MemorySystem;
use docs::system::os::OsSystem;
use docs::system::{System, Utf8Path};
use tempfile::TempDir;

const DIRECTORY: &str = "/p/.docs/cache";
const LARGE: u64 = 1 << 30;

/// Small random numbers, the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

fn key(number: u64) -> ContentHash {
    ContentHash::of(&number.to_le_bytes())
}

/// A value that belongs to a key: some compress well, some do not.
fn value(number: u64) -> Vec<u8> {
    let mut dice = Dice(number);
    let length = match number % 4 {
        0 => dice.below(40),
        1 => 200 + dice.below(2000),
        2 => 3000,
        _ => dice.below(9000),
    };
    match number % 3 {
        0 => (0..length).map(|_| dice.next() as u8).collect(),
        _ => format!("<p>{number} is a paragraph</p>").bytes().cycle().take(length).collect(),
    }
}

fn schema(number: u8) -> ContentHash {
    ContentHash::of(&[number])
}

fn open(system: &MemorySystem, limit: u64) -> Store {
    let (store, problems) = Store::open(Arc::new(system.clone()), Utf8Path::new(DIRECTORY), limit, schema(1));
    assert!(problems.is_empty(), "{problems:?}");
    store
}

fn open_at(directory: &Path, limit: u64) -> Store {
    let directory = Utf8Path::from_path(directory).expect("UTF-8");
    let (store, problems) = Store::open(Arc::new(OsSystem::new()), directory, limit, schema(1));
    assert!(problems.is_empty(), "{problems:?}");
    store
}

fn save(store: &Store) {
    assert_eq!(store.save(), None);
}

/// A store with the values of these numbers, saved.
fn filled(system: &MemorySystem, numbers: std::ops::Range<u64>) {
    let store = open(system, LARGE);
    numbers.for_each(|number| store.put(key(number), &value(number)));
    save(&store);
}

fn packs(system: &MemorySystem) -> BTreeMap<String, Vec<u8>> {
    system.files_below(DIRECTORY).into_iter().filter(|(name, _)| name.ends_with(".pack")).collect()
}

fn bytes(system: &MemorySystem) -> u64 {
    packs(system).values().map(|bytes| bytes.len() as u64).sum()
}

#[test]
fn what_was_put_is_there_at_once_and_after_reopening() {
    let system = MemorySystem::new();
    let store = open(&system, LARGE);
    assert!(store.is_persistent());
    for number in 0..500 {
        assert_eq!(store.get(key(number)), None);
        store.put(key(number), &value(number));
        assert!(store.contains(key(number)));
        assert_eq!(store.get(key(number)).as_deref(), Some(&*value(number)));
    }
    save(&store);
    let statistics = store.statistics();
    assert_eq!((statistics.hits, statistics.misses, statistics.puts), (500, 500, 500));
    let again = open(&system, LARGE);
    for number in 0..500 {
        assert!(again.contains(key(number)));
        assert_eq!(again.get(key(number)).as_deref(), Some(&*value(number)), "{number}");
        again.put(key(number), &value(number));
    }
    assert_eq!(again.get(key(500)), None);
    assert_eq!(again.statistics().puts, 0, "nothing is written twice");
    let before = system.changes();
    save(&again);
    assert_eq!(system.changes(), before, "nothing was put, so nothing is saved");
}

#[test]
fn without_a_disk_values_are_kept_in_memory() {
    let store = Store::memory();
    assert!(!store.is_persistent());
    (0..100).for_each(|number| store.put(key(number), &value(number)));
    for number in 0..100 {
        assert_eq!(store.get(key(number)), Some(value(number)));
    }
    assert_eq!(store.get(key(100)), None);
    assert_eq!(store.save(), None);
}

#[test]
fn random_use_is_like_a_table() {
    for seed in 0..8 {
        let system = MemorySystem::new();
        let mut dice = Dice(seed);
        let mut model: HashMap<u64, Vec<u8>> = HashMap::new();
        let mut unsaved: Vec<u64> = Vec::new();
        let mut store = open(&system, LARGE);
        for _ in 0..1500 {
            let number = dice.below(300) as u64;
            match dice.below(40) {
                0 => {
                    save(&store);
                    unsaved.clear();
                }
                1 => {
                    save(&store);
                    unsaved.clear();
                    drop(store);
                    store = open(&system, LARGE);
                }
                2 => {
                    // Killed: what was not saved may be lost, and nothing else.
                    drop(store);
                    store = open(&system, LARGE);
                    for number in unsaved.drain(..) {
                        if store.get(key(number)).is_none() {
                            model.remove(&number);
                        }
                    }
                }
                3..20 => {
                    store.put(key(number), &value(number));
                    if model.insert(number, value(number)).is_none() {
                        unsaved.push(number);
                    }
                }
                _ => assert_eq!(store.get(key(number)), model.get(&number).cloned(), "seed {seed}"),
            }
        }
    }
}

#[test]
fn damage_is_a_miss() {
    let rounds = std::env::var("DOCS_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let pristine = MemorySystem::new();
    filled(&pristine, 0..60);
    let store = open(&pristine, LARGE);
    (60..90).for_each(|number| store.put(key(number), &value(number)));
    save(&store);
    (90..120).for_each(|number| store.put(key(number), &value(number)));
    save(&store);
    drop(store);
    // One pack of another program, whose values differ.
    let (other, _) = Store::open(Arc::new(pristine.clone()), Utf8Path::new(DIRECTORY), LARGE, schema(2));
    (0..60).for_each(|number| other.put(key(number), b"of another program"));
    save(&other);
    drop(other);
    let pristine = packs(&pristine);
    assert_eq!(pristine.len(), 3);
    let mut hits = 0;
    for round in 0..rounds {
        let mut dice = Dice(round);
        let mut files: Vec<(String, Vec<u8>)> = pristine.clone().into_iter().collect();
        for _ in 0..=dice.below(3) {
            mutate(&mut files, &mut dice);
        }
        let system = MemorySystem::new();
        for (name, bytes) in files {
            system.place_file(&format!("{DIRECTORY}/{name}"), &bytes);
        }
        let store = open(&system, LARGE);
        for number in 0..120 {
            if let Some(found) = store.get(key(number)) {
                assert_eq!(found, value(number), "round {round}");
                hits += 1;
            } else if round % 16 == 0 {
                store.put(key(number), &value(number));
                assert_eq!(store.get(key(number)), Some(value(number)), "round {round}");
            }
        }
        if round % 16 == 0 {
            save(&store);
            let again = open(&system, LARGE);
            for number in 0..120 {
                assert_eq!(again.get(key(number)), Some(value(number)), "round {round}: not mended");
            }
        }
    }
    assert!(hits > rounds * 60, "most values survive: {hits} in {rounds} rounds");
}

fn mutate(files: &mut [(String, Vec<u8>)], dice: &mut Dice) {
    let (at, other) = (dice.below(files.len()), dice.below(files.len()));
    let length = files[at].1.len();
    let place = dice.below(length);
    match dice.below(8) {
        0 | 1 => {
            if let Some(byte) = files[at].1.get_mut(place) {
                *byte ^= 1 << dice.below(8);
            }
        }
        2 => files[at].1.truncate(place),
        3 => {
            let end = (place + dice.below(5000)).min(length);
            files[at].1[place..end].fill(0);
        }
        4 => {
            let bytes = std::mem::take(&mut files[at].1);
            files[at].1 = std::mem::replace(&mut files[other].1, bytes);
        }
        5 => {
            // A piece of another file, at its place or elsewhere.
            let from = dice.below(files[other].1.len());
            let piece: Vec<u8> = files[other].1[from..].iter().copied().take(dice.below(4000)).collect();
            let to = if dice.below(2) == 0 { from.min(length) } else { place };
            let end = (to + piece.len()).min(length);
            files[at].1[to..end].copy_from_slice(&piece[..end - to]);
        }
        6 => {
            // The head of another file: its program and age.
            let head: Vec<u8> = files[other].1.iter().copied().take(64).collect();
            let end = head.len().min(length);
            files[at].1[..end].copy_from_slice(&head[..end]);
        }
        _ => {
            let extra: Vec<u8> = (0..dice.below(300)).map(|_| dice.next() as u8).collect();
            files[at].1.splice(place..place, extra);
        }
    }
}

#[test]
fn eng_01_values_of_another_program_are_not_found() {
    let system = MemorySystem::new();
    filled(&system, 0..50);
    let (other, _) = Store::open(Arc::new(system.clone()), Utf8Path::new(DIRECTORY), LARGE, schema(2));
    for number in 0..50 {
        assert!(!other.contains(key(number)));
        assert_eq!(other.get(key(number)), None);
        other.put(key(number), b"mine");
    }
    save(&other);
    let first = open(&system, LARGE);
    assert!((0..50).all(|number| first.get(key(number)) == Some(value(number))));
}

#[test]
fn it_can_be_moved_and_merged_by_copying_files() {
    let (first, second, third) = (MemorySystem::new(), MemorySystem::new(), MemorySystem::new());
    filled(&first, 0..40);
    filled(&second, 20..70);
    for (name, bytes) in packs(&first).into_iter().chain(packs(&second)) {
        third.place_file(&format!("/elsewhere/{name}"), &bytes);
    }
    let (store, problems) =
        Store::open(Arc::new(third.clone()), Utf8Path::new("/elsewhere"), LARGE, schema(1));
    assert!(problems.is_empty());
    assert!((0..70).all(|number| store.get(key(number)) == Some(value(number))));
}

#[test]
fn the_directory_does_not_outgrow_its_limit() {
    let system = MemorySystem::new();
    let limit = 600_000;
    for run in 0..40_u64 {
        let store = open(&system, limit);
        // Used by every run, written by the first.
        for number in 1_000_000..1_000_010 {
            if run > 0 {
                assert_eq!(store.get(key(number)), Some(value(number)), "run {run}");
            }
            store.put(key(number), &value(number));
        }
        let own = run * 40..run * 40 + 40;
        own.clone().for_each(|number| store.put(key(number), &value(number)));
        save(&store);
        assert!(bytes(&system) <= limit + limit / 20, "run {run}: {} bytes", bytes(&system));
        let again = open(&system, limit);
        for number in own.chain(1_000_000..1_000_010) {
            assert_eq!(again.get(key(number)), Some(value(number)), "run {run}: its own values are gone");
        }
    }
    let store = open(&system, limit);
    // A few lie in one pack with what every run used.
    let oldest = (0..400).filter(|number| store.contains(key(*number))).count();
    assert!(oldest < 40, "{oldest} of the oldest 400 are there");
}

#[test]
fn what_was_used_later_stays_longer() {
    let system = MemorySystem::new();
    filled(&system, 0..100);
    filled(&system, 100..200);
    // The older pack is used once more.
    let store = open(&system, LARGE);
    assert!((0..100).all(|number| store.get(key(number)).is_some()));
    store.put(key(1_000), b"something new");
    save(&store);
    let size = bytes(&system);
    let store = open(&system, size);
    store.put(key(1_001), &value(3));
    store.put(key(1_002), &[7; 40_000]);
    save(&store);
    let store = open(&system, LARGE);
    assert!((0..100).all(|number| store.contains(key(number))), "used by the run before");
    assert!((100..200).all(|number| !store.contains(key(number))), "not used since it was written");
}

#[test]
fn many_small_packs_become_few() {
    let system = MemorySystem::new();
    for number in 0..200 {
        let store = open(&system, LARGE);
        store.put(key(number), &value(number));
        save(&store);
        assert!(packs(&system).len() <= 24, "{} packs", packs(&system).len());
    }
    let store = open(&system, LARGE);
    assert!((0..200).all(|number| store.get(key(number)) == Some(value(number))));
}

#[test]
fn one_process_may_save_often() {
    let system = MemorySystem::new();
    let store = open(&system, LARGE);
    for number in 0..300 {
        store.put(key(number), &value(number));
        save(&store);
    }
    assert_eq!(packs(&system).len(), 1);
    let again = open(&system, LARGE);
    assert!((0..300).all(|number| again.get(key(number)) == Some(value(number))));
}

#[test]
fn a_process_killed_after_any_write_leaves_a_valid_store() {
    for allowed in 0..60 {
        let system = MemorySystem::new();
        filled(&system, 0..20);
        let changes = system.changes();
        system.fail_after(allowed, ErrorKind::StorageFull);
        let (store, _) = Store::open(Arc::new(system.clone()), Utf8Path::new(DIRECTORY), 60_000, schema(1));
        for number in 0..20 {
            assert_eq!(store.get(key(number)), Some(value(number)), "after {allowed} writes");
        }
        for number in 20..60 {
            store.put(key(number), &value(number));
            if number % 4 == 0 {
                store.save();
            }
        }
        for number in 0..60 {
            assert_eq!(store.get(key(number)), Some(value(number)), "after {allowed} writes");
        }
        drop(store);
        system.heal();
        let again = open(&system, LARGE);
        for number in 0..60 {
            let found = again.get(key(number));
            assert!(found.is_none_or(|found| found == value(number)), "after {allowed} writes");
            assert!(number >= 20 || again.get(key(number)).is_some(), "{number} after {allowed} writes");
            again.put(key(number), &value(number));
        }
        save(&again);
        assert!(system.changes() > changes);
    }
}

#[test]
fn a_full_disk_is_told_once() {
    let system = MemorySystem::new();
    filled(&system, 0..20);
    let store = open(&system, LARGE);
    system.fail_after(2, ErrorKind::StorageFull);
    (0..400).for_each(|number| store.put(key(number), &value(number)));
    let problem = store.save().expect("a warning");
    assert_eq!(problem.code, "cache-unusable");
    store.put(key(1_000), b"later");
    assert_eq!(store.save(), None, "told once");
    assert!((0..400).all(|number| store.get(key(number)) == Some(value(number))), "memory steps in");
}

#[test]
fn a_directory_that_cannot_be_used_is_a_warning() {
    let system = MemorySystem::with_files([("/p/.docs/cache", "a file")]);
    let (store, problems) = Store::open(Arc::new(system.clone()), Utf8Path::new(DIRECTORY), LARGE, schema(1));
    assert_eq!(problems.len(), 1);
    assert!(!store.is_persistent());
    store.put(key(1), &value(1));
    assert_eq!(store.get(key(1)), Some(value(1)));
    assert_eq!(store.save(), None);

    let system = MemorySystem::new();
    filled(&system, 0..20);
    system.fail_after(0, ErrorKind::ReadOnlyFilesystem);
    let (store, problems) = Store::open(Arc::new(system.clone()), Utf8Path::new(DIRECTORY), LARGE, schema(1));
    (0..40).for_each(|number| store.put(key(number), &value(number)));
    assert!((0..40).all(|number| store.get(key(number)) == Some(value(number))));
    assert_eq!(problems.len() + usize::from(store.save().is_some()), 1);
}

#[test]
fn the_directory_tells_what_it_is() {
    let system = MemorySystem::new();
    filled(&system, 0..1);
    let files = system.files_below(DIRECTORY);
    assert_eq!(files.get(".gitignore").map(Vec::as_slice), Some(&b"*\n"[..]));
    assert!(files["CACHEDIR.TAG"].starts_with(b"Signature: 8a477f597d28d172789f06886806bc55"));
    assert!(packs(&system).values().all(|bytes| !bytes.windows(6).any(|window| window == b".docs/")));
}

#[test]
fn planted_links_lead_nowhere() {
    let system = MemorySystem::with_files([("/secret/key", "precious")]);
    for name in [".gitignore", "CACHEDIR.TAG", "lock", "0123.pack"] {
        system.place_link(&format!("{DIRECTORY}/{name}"), "/secret/key");
    }
    system.place_link(&format!("{DIRECTORY}/stamps"), "/secret/new");
    let store = open(&system, 10_000);
    (0..100).for_each(|number| store.put(key(number), &value(number)));
    save(&store);
    assert_eq!(system.read(Utf8Path::new("/secret/key")).as_deref(), Ok(&b"precious"[..]));
    assert!(system.read(Utf8Path::new("/secret/new")).is_err());
}

#[test]
fn stores_and_threads_share_a_directory() {
    let folder = TempDir::new().expect("a temporary folder");
    let limit = 400_000;
    std::thread::scope(|scope| {
        for worker in 0..4_u64 {
            let folder = folder.path();
            scope.spawn(move || {
                let mut dice = Dice(worker);
                for _ in 0..12 {
                    let store = open_at(folder, limit);
                    std::thread::scope(|scope| {
                        for _ in 0..2 {
                            let mut dice = Dice(dice.next());
                            let store = &store;
                            scope.spawn(move || {
                                for _ in 0..60 {
                                    let number = dice.below(400) as u64;
                                    match store.get(key(number)) {
                                        Some(found) => assert_eq!(found, value(number)),
                                        None => store.put(key(number), &value(number)),
                                    }
                                    assert_eq!(store.get(key(number)), Some(value(number)));
                                }
                            });
                        }
                    });
                    save(&store);
                }
            });
        }
    });
    let store = open_at(folder.path(), limit);
    let found = (0..400).filter(|number| {
        let found = store.get(key(*number));
        assert!(found.as_ref().is_none_or(|found| *found == value(*number)));
        found.is_some()
    });
    assert!(found.count() > 50);
}
