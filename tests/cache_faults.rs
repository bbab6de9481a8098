//! What is kept between processes can be damaged, moved, merged, shared or deleted: the result never changes.
//!
//! `DOCS_MUTATIONS=10000` sets the number of damaged stores. Tests that need something to be in the store say
//! so when it is empty.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, SystemTime};

use crate::edits::editor::Random;
use crate::edits::number;
use crate::process::{CACHE, Ended, Files, Workplace, assert_same, before_and_after, clean};

/// Damaged stores in an ordinary test run.
const MUTATIONS: u64 = 60;

fn cache_of(place: &Workplace) -> Files {
    place.files(&format!("site/{CACHE}"))
}

fn set_cache(place: &Workplace, files: &Files) {
    place.set_folder(&format!("site/{CACHE}"), files);
}

/// A project that was built, with its store.
fn built(sources: &Files) -> (Workplace, Files) {
    let place = Workplace::new(sources);
    place.build().succeeded();
    let cache = cache_of(&place);
    (place, cache)
}

/// Damages some bytes and says how.
fn damage(cache: &mut Files, random: &mut Random) -> String {
    let names: Vec<String> = cache.keys().cloned().collect();
    if names.is_empty() {
        // Nothing to damage: foreign things in its place.
        cache.insert(format!("foreign-{}", random.below(9)), vec![7; random.below(5000) as usize]);
        return "a foreign file".to_owned();
    }
    let name = random.pick(&names).clone();
    let other = random.pick(&names).clone();
    let bytes = cache.get_mut(&name).expect("one of them");
    let length = bytes.len() as u64;
    let at = random.below(length) as usize;
    match random.below(8) {
        0..=2 if length > 0 => {
            bytes[at] ^= 1 << random.below(8);
            format!("a bit of `{name}` at {at}")
        }
        3 => {
            bytes.truncate(at);
            format!("`{name}` cut at {at}")
        }
        4 if length > 0 => {
            let end = (at + random.below(4096) as usize + 1).min(bytes.len());
            bytes[at..end].fill(0);
            format!("`{name}` zeroed from {at} to {end}")
        }
        5 => {
            let swapped = std::mem::take(bytes);
            let replaced = cache.insert(other.clone(), swapped).unwrap_or_default();
            cache.insert(name.clone(), replaced);
            format!("`{name}` and `{other}` swapped")
        }
        6 => {
            bytes.extend((0..random.below(300)).map(|number| number as u8));
            format!("`{name}` longer")
        }
        _ => {
            cache.remove(&name);
            format!("`{name}` gone")
        }
    }
}

#[test]
fn eng_01_a_damaged_store_never_changes_the_result() {
    let (before, after) = before_and_after();
    let (place, cache) = built(&before);
    let (expected_before, expected_after) = (clean(&before), clean(&after));
    let mut random = Random(number("DOCS_SEED", 1));
    for turn in 0..number("DOCS_MUTATIONS", MUTATIONS) {
        let mut damaged = cache.clone();
        let mut what = Vec::new();
        for _ in 0..=random.below(3) {
            what.push(damage(&mut damaged, &mut random));
        }
        let what = what.join(", ");
        set_cache(&place, &damaged);
        // All pages are asked of the store, or only those that changed.
        if turn % 3 != 0 {
            place.set_folder("out", &Files::new());
        }
        let (sources, expected) =
            if turn % 2 == 0 { (&before, &expected_before) } else { (&after, &expected_after) };
        place.set_sources(sources);
        let ended = place.build();
        assert_eq!(ended.code, Some(0), "{what}: {}", ended.stderr);
        assert!(!ended.panicked(), "{what}: {}", ended.stderr);
        assert_same(&place.out(), expected, &what);
    }
}

/// Starts all at once and waits for all.
fn together(place: &Workplace, outs: &[String]) -> Vec<Ended> {
    let children: Vec<_> =
        outs.iter().map(|out| place.command(out, &[], &[]).spawn().expect("the program starts")).collect();
    let wait = |child: std::process::Child| -> Output { child.wait_with_output().expect("it ends") };
    children.into_iter().map(|child| Ended::from(wait(child))).collect()
}

#[test]
fn processes_share_a_store() {
    let (before, after) = before_and_after();
    let place = Workplace::new(&before);
    let (expected_before, expected_after) = (clean(&before), clean(&after));
    for (count, sources, expected) in
        [(2, &before, &expected_before), (8, &after, &expected_after), (4, &before, &expected_before)]
    {
        place.set_sources(sources);
        let outs: Vec<String> = (0..count).map(|number| format!("out-{number}")).collect();
        for (ended, out) in together(&place, &outs).into_iter().zip(&outs) {
            assert_eq!(ended.code, Some(0), "{out}: {}", ended.stderr);
            assert_same(&place.files(out), expected, out);
        }
    }
}

#[test]
fn of_two_processes_with_one_output_one_is_told() {
    let (before, _) = before_and_after();
    let place = Workplace::new(&before);
    let expected = clean(&before);
    let outs = vec!["out".to_owned(); 4];
    let mut built = 0;
    for ended in together(&place, &outs) {
        match ended.code {
            Some(0) => built += 1,
            // 2: it saw the other one before it began.
            Some(1 | 2) => {
                let told = ended.stderr.contains("another process") && ended.stderr.contains("out");
                assert!(told, "{}", ended.stderr);
            }
            code => panic!("{code:?}: {}", ended.stderr),
        }
        assert!(!ended.panicked(), "{}", ended.stderr);
    }
    assert!(built >= 1, "nobody built");
    place.build().succeeded();
    assert_same(&place.out(), &expected, "after all of them");
}

fn set_time(path: &Path, time: SystemTime) {
    let file = std::fs::OpenOptions::new().write(true).open(path).expect("a file");
    file.set_modified(time).expect("a time");
}

/// Times of files say nothing: they go back, lie in the future, and stay when the content does not.
#[test]
fn clocks_that_jump_hide_no_edit() {
    let (before, after) = before_and_after();
    let (place, _) = built(&before);
    let day = Duration::from_secs(86_400);
    let now = SystemTime::now();
    let times = [
        now - day,
        now + day,
        SystemTime::UNIX_EPOCH + Duration::from_secs(4_102_444_800),
        SystemTime::UNIX_EPOCH + Duration::from_secs(315_532_800),
    ];
    let expected = [clean(&before), clean(&after)];
    for (turn, time) in times.into_iter().cycle().take(8).enumerate() {
        let (sources, expected) = [(&after, &expected[1]), (&before, &expected[0])][turn % 2];
        place.set_sources(sources);
        for path in sources.keys() {
            set_time(&place.path(&format!("site/{path}")), time);
        }
        place.build().succeeded();
        assert_same(&place.out(), expected, &format!("all files are of {time:?}"));
    }
    // As long as before, and as old as before.
    for number in 0..6 {
        let path = place.path("site/guide/page-2.mdx");
        let time = std::fs::metadata(&path).and_then(|found| found.modified()).expect("a time");
        place.write("site/guide/page-2.mdx", &format!("# Page\n\nNumber {number}.\n"));
        if number > 0 {
            set_time(&path, time);
        }
        place.build().succeeded();
        let page = String::from_utf8(place.out()["guide/page-2/index.html"].clone()).expect("UTF-8");
        assert!(page.contains(&format!("Number {number}.")), "edit {number} was not seen");
    }
}

/// No body was rendered: all came from the store.
#[track_caller]
fn assert_reused(ended: &Ended, what: &str) {
    let rendered = ended.ran("render_body");
    assert!(rendered == 0, "{what}: {rendered} bodies were rendered\n{}", ended.stderr);
}

#[test]
fn eng_01_a_store_that_was_moved_is_used() {
    let (before, _) = before_and_after();
    let (place, cache) = built(&before);
    assert!(!cache.is_empty(), "nothing is kept");
    let expected = place.out();
    // The check-out of another machine: another path, other times, no output.
    let other = Workplace::new(&before);
    set_cache(&other, &cache);
    for path in before.keys() {
        set_time(&other.path(&format!("site/{path}")), SystemTime::UNIX_EPOCH + Duration::from_secs(9999));
    }
    let ended = other.build_with(&[], &[("DOCS_LOG", "queries")]).succeeded();
    assert_reused(&ended, "another path");
    assert_same(&other.out(), &expected, "another path");
}

#[test]
fn two_stores_are_merged_by_copying_files() {
    let (before, after) = before_and_after();
    let (_, mut merged) = built(&before);
    let (_, other) = built(&after);
    let both: Vec<&String> = merged.keys().filter(|path| other.contains_key(*path)).collect();
    eprintln!("in both stores: {both:?}");
    merged.extend(other);
    for (sources, what) in [(&before, "the first half"), (&after, "the second half")] {
        let place = Workplace::new(sources);
        set_cache(&place, &merged);
        let ended = place.build_with(&[], &[("DOCS_LOG", "queries")]).succeeded();
        assert_reused(&ended, what);
        assert_same(&place.out(), &clean(sources), what);
    }
}

#[test]
fn eng_01_a_lost_output_directory_comes_from_the_store() {
    let (before, _) = before_and_after();
    let (place, _) = built(&before);
    let expected = place.out();
    place.set_folder("out", &Files::new());
    let ended = place.build_with(&[], &[("DOCS_LOG", "queries")]).succeeded();
    assert_reused(&ended, "lost output");
    assert_eq!(ended.ran("read_head"), 0, "pages were read again\n{}", ended.stderr);
    assert_same(&place.out(), &expected, "lost output");
}

/// The store as an option, not a burden: with `--no-cache` it is neither read nor needed.
#[test]
fn eng_01_without_the_cache_the_result_is_the_same() {
    let (before, after) = before_and_after();
    let (place, _) = built(&before);
    place.set_sources(&after);
    place.build_with(&["--no-cache"], &[]).succeeded();
    assert_same(&place.out(), &clean(&after), "--no-cache");
}
