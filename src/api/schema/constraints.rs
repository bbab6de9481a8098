//! The limits of a schema in a few characters each (OAS-42).

use serde_json::Value;

use super::Schema;
use crate::api::words::{Words, filled};

impl Schema<'_> {
    /// The limits on a value, each in a few characters: `x ≥ 1`, `1 to 50 characters`, `matches ^a+$`.
    pub fn constraints(&self, words: &Words) -> Vec<String> {
        let number = |key: &str| self.keyword(key).filter(|value| value.is_number()).map(Value::to_string);
        let mut constraints = Vec::new();
        let bounds = [("minimum", "exclusiveMinimum", "≥", ">"), ("maximum", "exclusiveMaximum", "≤", "<")];
        for (key, exclusive, sign, strict_sign) in bounds {
            // Version 3.0 has a flag beside the bound, 3.1 a second bound.
            if let Some(bound) = number(exclusive) {
                constraints.push(format!("x {strict_sign} {bound}"));
            }
            if let Some(bound) = number(key) {
                let sign = if self.flag(exclusive) { strict_sign } else { sign };
                constraints.push(format!("x {sign} {bound}"));
            }
        }
        if let Some(factor) = number("multipleOf") {
            constraints.push(Words::with(&words.multiple_of, &factor));
        }
        let ranges = [
            ("minLength", "maxLength", [&words.one_character, &words.characters]),
            ("minItems", "maxItems", [&words.one_item, &words.items]),
            ("minProperties", "maxProperties", [&words.one_property, &words.properties]),
        ];
        for (low, high, [one, many]) in ranges {
            // From none on is no limit, unless there may be none at all.
            let most = number(high);
            let least = number(low).filter(|low| low != "0" || most.as_deref() == Some("0"));
            // How many of what: the unit is that of the last number.
            let (last, amount) = match (least, most) {
                (Some(low), Some(high)) if low == high => {
                    let amount = Words::with(&words.exactly, &low);
                    (low, amount)
                }
                (Some(low), Some(high)) => {
                    let amount = filled(&words.between, &[("low", &low), ("high", &high)]);
                    (high, amount)
                }
                (Some(low), None) => {
                    let amount = Words::with(&words.at_least, &low);
                    (low, amount)
                }
                (None, Some(high)) => {
                    let amount = Words::with(&words.at_most, &high);
                    (high, amount)
                }
                _ => continue,
            };
            constraints.push(Words::with(if last == "1" { one } else { many }, &amount));
        }
        if self.flag("uniqueItems") {
            constraints.push(words.no_item_twice.clone());
        }
        if let Some(pattern) = self.text("pattern") {
            constraints.push(Words::with(&words.matches, pattern));
        }
        constraints
    }
}
