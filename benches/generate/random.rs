//! Randomness that is the same everywhere: integers only.

/// SplitMix64, the generator by Steele, Lea and Flood.
pub struct Random(u64);

impl Random {
    /// One sequence for each pair of seed and stream.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut random = Self(seed ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03));
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    }

    /// From 0 up to but not including `limit`; 0 when `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// From `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in this many of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which must not be empty.
    pub fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len() as u64) as usize]
    }

    /// One of `items`, each as often as its weight says. `items` must not be empty.
    pub fn weighted<'a, T>(&mut self, items: &'a [(T, u64)]) -> &'a T {
        let mut ticket = self.below(items.iter().map(|(_, weight)| weight).sum());
        for (item, weight) in items {
            if ticket < *weight {
                return item;
            }
            ticket -= weight;
        }
        &items[0].0
    }

    /// From `low` to `high`, each doubling as likely as the next.
    pub fn geometric(&mut self, low: u64, high: u64) -> u64 {
        let (mut low, mut high) = (low.max(1) << 12, high.max(1) << 12);
        for bit in 0..10 {
            let middle = (low * high).isqrt();
            match (self.0 >> bit) & 1 {
                0 => low = middle,
                _ => high = middle,
            }
        }
        self.next();
        (low + (1 << 11)) >> 12
    }
}

/// A place between 0 and 999 for the `index`-th thing. Neighbours lie far apart and all places are hit
/// equally often, so that even a small set has the right quantiles.
pub fn spread(index: usize, seed: u64) -> u64 {
    let place = (index as u64).wrapping_add(seed % 1000).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((u128::from(place) * 1000) >> 64) as u64
}

/// The value at `place` (0 to 999) of a curve given by some of its quantiles, geometric in between.
pub fn quantile(curve: &[(u64, u64)], place: u64, random: &mut Random) -> u64 {
    for pair in curve.windows(2) {
        if let [(_, low), (end, high)] = pair
            && place < *end
        {
            return random.geometric(*low, *high);
        }
    }
    curve.last().map_or(0, |(_, value)| *value)
}
