//! The property whose value names the member of a choice (OAS-45).

use serde_json::{Map, Value};

use super::{Schema, reference_name};
use crate::api::ApiDescription;

/// `discriminator` of a schema.
pub struct Discriminator<'a> {
    pub property: &'a str,
    /// What a value is that does not say it (version 3.2), by the name or the reference of its schema.
    pub default: Option<&'a str>,
    mapping: Option<&'a Map<String, Value>>,
}

impl<'a> Discriminator<'a> {
    /// That of a schema, when it has one.
    pub fn of(schema: &Schema<'a>) -> Option<Self> {
        Self::written(schema.keyword("discriminator")?)
    }

    /// That of what a schema includes, which it is itself a value of.
    pub fn included_in(schema: &Schema<'a>) -> Option<Self> {
        Self::written(schema.included_discriminator()?)
    }

    fn written(written: &'a Value) -> Option<Self> {
        // AsyncAPI and OpenAPI 2.0 write the name alone.
        let property = written.as_str().or_else(|| written.get("propertyName")?.as_str())?;
        let default = written.get("defaultMapping").and_then(Value::as_str);
        Some(Self { property, default, mapping: written.get("mapping").and_then(Value::as_object) })
    }

    /// The values that name a member: the mapping's, else what the member itself says of the property, else the name
    /// that it is defined under.
    pub fn values_of(
        &self,
        description: &'a ApiDescription,
        member: &'a Value,
        schema: &Schema<'a>,
    ) -> Vec<String> {
        let reference = member.get("$ref").and_then(Value::as_str).or_else(|| member.as_str());
        self.values_of_reference(description, reference, schema)
    }

    /// The values that name what a reference leads to.
    pub fn values_of_reference(
        &self,
        description: &'a ApiDescription,
        reference: Option<&'a str>,
        schema: &Schema<'a>,
    ) -> Vec<String> {
        let names = |target: &str| {
            reference.is_some_and(|reference| {
                target == reference || (!target.contains('/') && target == reference_name(reference))
            })
        };
        let mapping = self.mapping.into_iter().flatten();
        let mapped = mapping.filter(|(_, target)| target.as_str().is_some_and(&names));
        let mapped: Vec<String> = mapped.map(|(value, _)| value.clone()).collect();
        if !mapped.is_empty() {
            return mapped;
        }
        let own = self.stated_value(description, schema);
        own.or_else(|| reference.map(|reference| reference_name(reference).to_owned())).into_iter().collect()
    }

    /// The only value that a schema allows for the property.
    fn stated_value(&self, description: &'a ApiDescription, schema: &Schema<'a>) -> Option<String> {
        let (_, definitions) = schema.properties.iter().find(|(name, _)| *name == self.property)?;
        let property = Schema::of(description, definitions);
        let single = property.enumerated().filter(|values| values.len() == 1);
        match property.keyword("const").or_else(|| single?.first().copied())? {
            Value::String(text) => Some(text.clone()),
            value => Some(value.to_string()),
        }
    }

    /// The children of a base, each with its value: what its mapping names, or what extends it.
    pub fn children(
        &self,
        description: &'a ApiDescription,
        base: &Schema<'a>,
    ) -> impl Iterator<Item = (String, Schema<'a>)> {
        let mapped = self.mapping.into_iter().flatten().filter_map(|(value, target)| {
            Some((value.clone(), Schema::referenced(description, target.as_str()?)?))
        });
        let extending = base.own_references().iter().flat_map(|base| description.children_of(base));
        let extending: Vec<&'a String> = extending.collect();
        mapped.chain(extending.into_iter().filter_map(|reference| {
            let child = Schema::referenced(description, reference)?;
            let own = self.stated_value(description, &child);
            Some((own.unwrap_or_else(|| reference_name(reference).to_owned()), child))
        }))
    }
}
