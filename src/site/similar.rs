//! Which pages are about the same as another one, by the words that their heads say (FM-11). Whole numbers alone: the same
//! lists come out on every machine.

use std::collections::BTreeMap;

use crate::text::Slug;

/// Most words that pages share and that say nothing: what stands in more heads than that is no mark of a few.
const MOST_PAGES: usize = 500;

/// A page as its head describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    pub slug: Slug,
    /// Its language and version: others are for other readers.
    pub scope: (Option<String>, Option<String>),
    /// Its words, each with how much it says.
    pub words: BTreeMap<String, u32>,
}

/// For each page the most similar ones, at most `count`, the most similar first. `pages` are sorted by slug.
pub fn similar(pages: &[Described], count: usize) -> BTreeMap<Slug, Vec<Slug>> {
    let mut places: BTreeMap<&str, Vec<(usize, u64)>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (word, weight) in &page.words {
            places.entry(word).or_default().push((number, u64::from(*weight)));
        }
    }
    // A word counts more the fewer pages have it.
    let rarity = |found: usize| u64::from((pages.len() * 16 / found.max(1)).max(2).ilog2());
    places.retain(|_, found| (2..=MOST_PAGES).contains(&found.len()));
    let mut lengths = vec![0u64; pages.len()];
    for found in places.values() {
        let rarity = rarity(found.len());
        for (page, weight) in found {
            if let Some(length) = lengths.get_mut(*page) {
                *length += (weight * rarity).pow(2);
            }
        }
    }
    let mut shared = vec![0u64; pages.len()];
    let mut lists = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        let mut touched = Vec::new();
        for (word, weight) in &page.words {
            let Some(found) = places.get(word.as_str()) else { continue };
            let own = u64::from(*weight) * rarity(found.len()).pow(2);
            for (other, weight) in found {
                let Some(sum) = shared.get_mut(*other).filter(|_| *other != number) else { continue };
                if *sum == 0 {
                    touched.push(*other);
                }
                *sum += own * weight;
            }
        }
        let own = lengths.get(number).copied().unwrap_or(0);
        let mut scored: Vec<(u128, usize)> = Vec::new();
        for other in touched {
            let sum = shared.get_mut(other).map(std::mem::take).unwrap_or(0);
            let length = lengths.get(other).copied().unwrap_or(0);
            // The square of the cosine in ten-thousandths; below a tenth of it nothing but a word is shared.
            let score = u128::from(sum).pow(2) * 10_000 / (u128::from(own) * u128::from(length)).max(1);
            if score >= 100 && pages.get(other).is_some_and(|other| other.scope == page.scope) {
                scored.push((score, other));
            }
        }
        scored.sort_by_key(|(score, other)| (std::cmp::Reverse(*score), *other));
        let list: Vec<Slug> = scored
            .iter()
            .take(count)
            .filter_map(|(_, other)| Some(pages.get(*other)?.slug.clone()))
            .collect();
        if !list.is_empty() {
            lists.insert(page.slug.clone(), list);
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(slug: &str, language: &str, words: &str) -> Described {
        let words = words.split(' ').map(|word| (word.to_owned(), 1)).collect();
        Described { slug: Slug::new(slug), scope: (Some(language.to_owned()), None), words }
    }

    #[test]
    fn fm_11_pages_with_the_same_rare_words_are_similar() {
        let pages = [
            page("a", "en", "guide webhooks retry"),
            page("b", "en", "guide webhooks signature"),
            page("c", "en", "guide billing"),
            page("d", "en", "webhooks retry limits"),
            page("e", "de", "guide webhooks retry"),
            page("f", "en", "alone"),
        ];
        let lists = similar(&pages, 2);
        assert_eq!(lists[&Slug::new("a")], ["d", "b"].map(Slug::new));
        assert!(!lists.contains_key(&Slug::new("f")) && !lists.contains_key(&Slug::new("e")));
        assert_eq!(similar(&pages, 1)[&Slug::new("a")].len(), 1);
        assert!(similar(&[], 5).is_empty());
    }
}
