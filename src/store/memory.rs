//! Values without a disk: compressed, and the oldest go when there are too many.

use std::collections::{HashMap, VecDeque};

use super::record::{compress, expand};
use crate::hash::ContentHash;

/// Most bytes that are kept.
const LIMIT: usize = 256 << 20;
/// What a value costs besides its bytes.
const OVERHEAD: usize = 160;

/// A bounded table of values.
#[derive(Default)]
pub struct Memory {
    values: HashMap<ContentHash, Value>,
    /// Keys, oldest first.
    order: VecDeque<ContentHash>,
    size: usize,
}

struct Value {
    bytes: Vec<u8>,
    /// Length of the value before it was compressed; `None`: it was not.
    expanded: Option<usize>,
}

impl Memory {
    pub fn get(&self, key: ContentHash) -> Option<Vec<u8>> {
        let value = self.values.get(&key)?;
        match value.expanded {
            Some(length) => expand(&value.bytes, length),
            None => Some(value.bytes.clone()),
        }
    }

    pub fn contains(&self, key: ContentHash) -> bool {
        self.values.contains_key(&key)
    }

    pub fn put(&mut self, key: ContentHash, value: &[u8]) {
        if self.contains(key) || value.len() > LIMIT / 4 {
            return;
        }
        let value = match compress(value) {
            Some(mut bytes) => {
                bytes.shrink_to_fit();
                Value { bytes, expanded: Some(value.len()) }
            }
            None => Value { bytes: value.to_vec(), expanded: None },
        };
        self.size += value.bytes.len() + OVERHEAD;
        self.values.insert(key, value);
        self.order.push_back(key);
        while self.size > LIMIT {
            let Some(oldest) = self.order.pop_front() else { break };
            let gone = self.values.remove(&oldest).map_or(0, |value| value.bytes.len() + OVERHEAD);
            self.size -= gone;
        }
    }
}
