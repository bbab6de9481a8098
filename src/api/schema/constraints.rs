//! The limits of a schema in a few characters each (OAS-42).

use serde_json::Value;

use super::Schema;

impl Schema<'_> {
    /// The limits on a value, each in a few characters: `x ≥ 1`, `1 to 50 characters`, `matches ^a+$`.
    pub fn constraints(&self) -> Vec<String> {
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
            constraints.push(format!("multiple of {factor}"));
        }
        let ranges = [
            ("minLength", "maxLength", ["character", "characters"]),
            ("minItems", "maxItems", ["item", "items"]),
            ("minProperties", "maxProperties", ["property", "properties"]),
        ];
        for (low, high, [one, many]) in ranges {
            let counted = |count: &str| format!("{count} {}", if count == "1" { one } else { many });
            match (number(low), number(high)) {
                (Some(low), Some(high)) if low == high => {
                    constraints.push(format!("exactly {}", counted(&low)));
                }
                (Some(low), Some(high)) => constraints.push(format!("{low} to {}", counted(&high))),
                (Some(low), None) if low != "0" => constraints.push(format!("at least {}", counted(&low))),
                (None, Some(high)) => constraints.push(format!("at most {}", counted(&high))),
                _ => {}
            }
        }
        if self.flag("uniqueItems") {
            constraints.push("no item twice".to_owned());
        }
        if let Some(pattern) = self.text("pattern") {
            constraints.push(format!("matches {pattern}"));
        }
        constraints
    }
}
