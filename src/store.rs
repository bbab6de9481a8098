//! stub
use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::system::{System, Utf8Path};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
pub struct Store(Mutex<HashMap<ContentHash, Vec<u8>>>);
impl Store {
    pub fn open(_: Arc<dyn System>, _: &Utf8Path, _: u64, _: ContentHash) -> (Self, Vec<Diagnostic>) {
        (Self::memory(), vec![])
    }
    pub fn memory() -> Self {
        Self(Mutex::default())
    }
    pub fn get(&self, key: ContentHash) -> Option<Vec<u8>> {
        self.0.lock().ok()?.get(&key).cloned()
    }
    pub fn contains(&self, key: ContentHash) -> bool {
        self.0.lock().is_ok_and(|m| m.contains_key(&key))
    }
    pub fn put(&self, key: ContentHash, value: &[u8]) {
        if let Ok(mut m) = self.0.lock() {
            m.insert(key, value.to_vec());
        }
    }
    pub fn save(&self) -> Option<Diagnostic> {
        None
    }
    pub fn is_persistent(&self) -> bool {
        false
    }
}
