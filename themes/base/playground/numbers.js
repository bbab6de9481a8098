// JSON whose numbers keep their digits: ids of 64 bits have more of them than a number of JavaScript holds, and what is
// rounded is another id. Such a number is a `Digits`, which compares as a number does and is written as it came.
const MARK = `digits ${Math.random()} `
class Digits {
  constructor(text) { this.text = text }
  toString() { return this.text }
  valueOf() { return Number(this.text) }
  // Only `jsonText` takes the mark away again.
  toJSON() { return MARK + this.text }
}
const isNumber = value => typeof value == 'number' || value instanceof Digits
const isWhole = value => value instanceof Digits ? /^-?\d+$/.test(value.text) : Number.isInteger(value)
const significant = text => text.replace(/e.*/i, '').replace(/[-+.]/g, '').replace(/^0+|0+$/g, '')
/** The number that a text in the form of JSON says. */
const exact = text => {
  const value = Number(text)
  return Math.abs(value) < 1e21 && significant(text) == significant(String(value)) ? value : new Digits(text)
}
const typed = text => /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? exact(text) : Number(text)
const readJson = text => {
  const value = JSON.parse(text)
  if (!/(\d\.?){16}|\de[+-]?\d{3}/i.test(text)) return value
  const marked = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, token => token[0] != '"' && exact(token) instanceof Digits ? `"${MARK}${token}"` : token)
  return marked == text ? value : JSON.parse(marked, (name, one) => typeof one == 'string' && one.startsWith(MARK) ? new Digits(one.slice(MARK.length)) : one)
}
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g')
const jsonText = (value, indent, keep) => JSON.stringify(value, keep, indent)?.replace(MARKED, '$1')
const isMany = value => value !== null && typeof value == 'object' && !(value instanceof Digits)
const isObject = value => isMany(value) && !Array.isArray(value)
