//! What each operation and channel depends on, as one hash: its own text, what is said for its path and for the whole
//! description, and everything that it refers to, however far.
//!
//! The hashes of what is referred to are made once for a description. Components that refer to each other in a circle
//! have one hash together.

use std::collections::{BTreeMap, BTreeSet};

use super::ApiDescription;
use super::source::PartId;
use crate::hash::{ContentHash, KeyHasher};

/// A part of one of the documents.
pub(super) type Target = (usize, PartId);

/// The part that all others lie in.
const WHOLE: PartId = 0;

/// The hashes of all that something refers to.
#[derive(Debug, Default)]
pub(super) struct Slices {
    closures: BTreeMap<Target, ContentHash>,
}

impl Slices {
    pub(super) fn new(description: &ApiDescription) -> Self {
        let part = |reference: &String| description.part_of(reference);
        let children = description.children().iter();
        let children = children
            .filter_map(|(base, children)| Some((part(base)?, children.iter().filter_map(part).collect())))
            .collect();
        let mut walk = Walk {
            description,
            children,
            order: BTreeMap::new(),
            stack: Vec::new(),
            closures: BTreeMap::new(),
        };
        let all: BTreeSet<Target> = (0..description.documents().len())
            .filter_map(|document| description.documents().get(document))
            .flat_map(|document| document.references_of(WHOLE).collect::<Vec<_>>())
            .filter_map(|reference| description.part_of(&reference))
            .collect();
        for target in all {
            walk.visit(target);
        }
        Self { closures: walk.closures }
    }

    /// The hash of a part of any document and of everything that it refers to.
    pub(super) fn of_target(&self, description: &ApiDescription, target: Target) -> ContentHash {
        match self.closures.get(&target) {
            Some(closure) => *closure,
            // Nothing refers to it.
            None => self.key_in(description, target.0, &[target.1]),
        }
    }

    /// The hash of parts of the description and of everything that they refer to.
    pub(super) fn key(&self, description: &ApiDescription, parts: &[PartId]) -> ContentHash {
        self.key_in(description, 0, parts)
    }

    fn key_in(&self, description: &ApiDescription, document: usize, parts: &[PartId]) -> ContentHash {
        let mut key = KeyHasher::new("api slice");
        let Some(main) = description.documents().get(document) else { return key.finish() };
        let mut targets = BTreeSet::new();
        for part in parts {
            key.part(main.slice(*part).as_bytes());
            targets.extend(main.references_of(*part).filter_map(|reference| description.part_of(&reference)));
        }
        for target in targets {
            if let Some(closure) = self.closures.get(&target) {
                key.part(closure.as_bytes());
            }
        }
        key.finish()
    }
}

/// Finds circles, deepest first (Tarjan), without recursion.
struct Walk<'a> {
    description: &'a ApiDescription,
    /// What extends each base with a discriminator that names nothing.
    children: BTreeMap<Target, Vec<Target>>,
    /// For each visited target: its number, and the lowest number that it leads back to.
    order: BTreeMap<Target, (usize, usize)>,
    stack: Vec<Target>,
    closures: BTreeMap<Target, ContentHash>,
}

impl Walk<'_> {
    fn successors(&self, (document, part): Target) -> Vec<Target> {
        let Some(found) = self.description.documents().get(document) else { return Vec::new() };
        let mut targets: Vec<Target> =
            found.references_of(part).filter_map(|reference| self.description.part_of(&reference)).collect();
        // A base shows what extends it, although it does not refer to that.
        if let Some(children) = self.children.get(&(document, part)) {
            targets.extend(children);
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    fn visit(&mut self, start: Target) {
        if self.order.contains_key(&start) {
            return;
        }
        let mut open: Vec<(Target, Vec<Target>, usize)> = Vec::new();
        self.enter(start, &mut open);
        while let Some((target, successors, next)) = open.last_mut() {
            let target = *target;
            if let Some(successor) = successors.get(*next).copied() {
                *next += 1;
                match self.order.get(&successor).copied() {
                    None => self.enter(successor, &mut open),
                    // Still open: a circle.
                    Some((number, _)) if !self.closures.contains_key(&successor) => {
                        self.lower(target, number)
                    }
                    Some(_) => {}
                }
                continue;
            }
            let Some((target, successors, _)) = open.pop() else { break };
            let (number, lowest) = self.order.get(&target).copied().unwrap_or_default();
            if let Some((around, _, _)) = open.last() {
                self.lower(*around, lowest);
            }
            if number == lowest {
                self.close(target, &successors);
            }
        }
    }

    fn enter(&mut self, target: Target, open: &mut Vec<(Target, Vec<Target>, usize)>) {
        let number = self.order.len();
        self.order.insert(target, (number, number));
        self.stack.push(target);
        open.push((target, self.successors(target), 0));
    }

    fn lower(&mut self, target: Target, number: usize) {
        if let Some((_, lowest)) = self.order.get_mut(&target) {
            *lowest = (*lowest).min(number);
        }
    }

    /// Everything on the stack down to `root` is one circle, or a single target.
    fn close(&mut self, root: Target, successors: &[Target]) {
        let from = self.stack.iter().rposition(|target| *target == root).unwrap_or_default();
        let members = self.stack.split_off(from);
        let mut key = KeyHasher::new("api closure");
        let mut outside: BTreeSet<ContentHash> = BTreeSet::new();
        let mut own: Vec<ContentHash> = Vec::new();
        for member in &members {
            let (document, part) = *member;
            own.extend(self.description.documents().get(document).map(|found| found.hash(part)));
            let all = if *member == root { successors.to_vec() } else { self.successors(*member) };
            outside.extend(all.iter().filter_map(|target| self.closures.get(target)).copied());
        }
        own.sort_unstable();
        own.iter().chain(&outside).for_each(|hash| {
            key.part(hash.as_bytes());
        });
        let closure = key.finish();
        for member in members {
            self.closures.insert(member, closure);
        }
    }
}
