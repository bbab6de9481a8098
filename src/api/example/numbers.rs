//! Numbers within the limits of a schema.

use serde_json::{Number, Value, json};

use crate::api::schema::Schema;

pub(super) enum Rounding {
    Whole,
    None,
}

/// A bound of a number.
#[derive(Clone, Copy)]
struct Bound {
    at: f64,
    /// Whether it is itself excluded.
    is_strict: bool,
}

impl Bound {
    fn of(schema: &Schema<'_>, key: &str, exclusive: &str) -> Option<Self> {
        let number = |key: &str| schema.keyword(key).and_then(Value::as_f64);
        let plain = number(key).map(|at| Self { at, is_strict: schema.flag(exclusive) });
        plain.or_else(|| number(exclusive).map(|at| Self { at, is_strict: true }))
    }

    /// Whether a number is on the right side of it.
    fn allows(self, number: f64, side: f64) -> bool {
        (number - self.at) * side > 0.0 || (number == self.at && !self.is_strict)
    }
}

/// The middle of both bounds, one inside a single bound, else 123; moved to a number that the limits allow when that is
/// not one.
pub(super) fn number_example(schema: &Schema<'_>, rounding: Rounding) -> Value {
    let is_whole = matches!(rounding, Rounding::Whole);
    if is_whole && let Some(limits) = WholeLimits::of(schema) {
        return limits.example();
    }
    let low = Bound::of(schema, "minimum", "exclusiveMinimum");
    let high = Bound::of(schema, "maximum", "exclusiveMaximum");
    let number = match (low, high) {
        (Some(low), Some(high)) => (low.at + high.at) / 2.0,
        (Some(low), None) => low.at + 1.0,
        (None, Some(high)) if high.at <= 123.0 => high.at - 1.0,
        _ => 123.0,
    };
    let number = match rounding {
        Rounding::Whole => number.floor(),
        Rounding::None => number,
    };
    let is_allowed = |number: f64| {
        low.is_none_or(|low| low.allows(number, 1.0)) && high.is_none_or(|high| high.allows(number, -1.0))
    };
    let step = match (schema.keyword("multipleOf").and_then(Value::as_f64), rounding) {
        (Some(step), _) if step > 0.0 => Some(step),
        (_, Rounding::Whole) => Some(1.0),
        (_, Rounding::None) => None,
    };
    let is_step = |step: f64| ((number / step).round() - number / step).abs() < 1e-9;
    let number = match step {
        Some(step) if !is_allowed(number) || !is_step(step) => {
            let below = (number / step).floor();
            [below * step, (below + 1.0) * step].into_iter().find(|number| is_allowed(*number))
        }
        _ => None,
    }
    .unwrap_or(number);
    // Beyond 9e15 there are more numbers than decimals tell apart, and a whole one still has no exponent.
    if number == number.trunc() && (number.abs() < 9e15 || is_whole && number.abs() < i64::MAX as f64) {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or_else(|| json!(123), Value::Number)
}

/// Limits that are whole numbers themselves, however large: others are told by decimals.
struct WholeLimits {
    low: Option<i128>,
    high: Option<i128>,
    is_above_low: bool,
    is_below_high: bool,
    step: i128,
}

impl WholeLimits {
    /// `None` when a limit is no whole number.
    fn of(schema: &Schema<'_>) -> Option<Self> {
        let number = |key: &str| match schema.keyword(key).filter(|value| value.is_number()) {
            Some(value) => whole(value).map(Some),
            None => Some(None),
        };
        let bound = |key: &str, exclusive: &str| {
            let (plain, strict) = (number(key)?, number(exclusive)?);
            Some((plain.or(strict), if plain.is_some() { schema.flag(exclusive) } else { strict.is_some() }))
        };
        let (low, is_above_low) = bound("minimum", "exclusiveMinimum")?;
        let (high, is_below_high) = bound("maximum", "exclusiveMaximum")?;
        let step = number("multipleOf")?.filter(|step| *step > 0).unwrap_or(1);
        Some(Self { low, high, is_above_low, is_below_high, step })
    }

    fn allow(&self, number: i128) -> bool {
        self.low.is_none_or(|low| number > low || (number == low && !self.is_above_low))
            && self.high.is_none_or(|high| number < high || (number == high && !self.is_below_high))
    }

    fn example(&self) -> Value {
        let number = match (self.low, self.high) {
            (Some(low), Some(high)) => (low + high).div_euclid(2),
            (Some(low), None) => low + 1,
            (None, Some(high)) if high <= 123 => high - 1,
            _ => 123,
        };
        let below = number.div_euclid(self.step) * self.step;
        let mut near = [number, below, below + self.step].into_iter();
        let is_right = |number: &i128| self.allow(*number) && number % self.step == 0;
        number_of(near.find(is_right).unwrap_or(number)).unwrap_or_else(|| json!(123))
    }
}

/// A number without decimals, as it is written.
fn whole(value: &Value) -> Option<i128> {
    let decimal = || value.as_f64().filter(|number| number.trunc() == *number && number.abs() < 9e15);
    let signed = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    signed.or_else(|| decimal().map(|number| number as i128))
}

fn number_of(number: i128) -> Option<Value> {
    let unsigned = || u64::try_from(number).ok().map(Value::from);
    i64::try_from(number).ok().map(Value::from).or_else(unsigned)
}
