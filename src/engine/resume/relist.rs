//! The lists for language models after other words: of a page that is not described they say how its text begins.

use std::collections::BTreeMap;

use super::Remade;
use super::standing::Standing;
use crate::db::Database;
use crate::engine::aggregates::Lines;

/// The lists with another line for one of the `remade` pages, by number; `None` when a line is not found, and only the
/// whole site can tell whether there is one.
pub(super) fn relist(
    db: &Database,
    standing: &Standing,
    remade: &[Remade],
) -> Option<BTreeMap<usize, Lines>> {
    let mut all: BTreeMap<usize, Lines> = BTreeMap::new();
    let mut changed = Vec::new();
    for page in remade {
        let Some(facts) = page.facts.as_ref().filter(|facts| facts.summary != facts.now.summary) else {
            continue;
        };
        let line = |summary: &Option<String>| page.around.list_line(db, &page.slug, summary.clone());
        let (before, now) = (line(&facts.summary), line(&facts.now.summary));
        if before == now {
            continue;
        }
        if all.is_empty() {
            let lines = standing.lists.iter().map(|list| list.lines(db)).enumerate();
            all = lines.map(|(number, lines)| Some((number, lines?))).collect::<Option<_>>()?;
        }
        let is_it = |line: &&str| *line == before;
        let mut places = Vec::new();
        for (number, lines) in &mut all {
            let pieces = lines.iter_mut().flatten();
            places.extend(pieces.filter(|piece| piece.contains(&before)).map(|piece| (*number, piece)));
        }
        // Its address is in no other line.
        let [(number, piece)] = places.as_mut_slice() else { return None };
        if piece.split_inclusive('\n').filter(is_it).count() != 1 {
            return None;
        }
        let lines = piece.split_inclusive('\n');
        let replaced: String = lines.map(|line| if is_it(&line) { now.as_str() } else { line }).collect();
        **piece = replaced.into();
        changed.push(*number);
    }
    all.retain(|number, _| changed.contains(number));
    Some(all)
}
