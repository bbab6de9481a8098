//! The definitions of one property.

use std::ops::Deref;

use serde_json::Value;

/// All definitions of a property, the nearest first. Nearly always there is one, which takes no memory of its own:
/// a schema of two hundred properties is merged wherever it is used.
#[derive(Clone, Debug, PartialEq)]
pub enum Definitions<'a> {
    One(&'a Value),
    Several(Vec<&'a Value>),
}

impl<'a> Definitions<'a> {
    /// Adds others, which are nearer.
    pub(super) fn put_before(&mut self, nearer: &[&'a Value]) {
        *self = Self::Several([nearer, &**self].concat());
    }

    /// Adds others, which are farther away.
    pub(super) fn put_behind(&mut self, farther: &[&'a Value]) {
        *self = Self::Several([&**self, farther].concat());
    }
}

impl<'a> Deref for Definitions<'a> {
    type Target = [&'a Value];

    fn deref(&self) -> &Self::Target {
        match self {
            Self::One(only) => std::slice::from_ref(only),
            Self::Several(all) => all,
        }
    }
}
