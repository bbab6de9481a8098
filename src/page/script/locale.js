// Numbers, dates and orders of words as people write them, for pages that ask: the engine has no `Intl`. English,
// with the separators of some other languages. `sandbox.js` calls this once, when a page first needs it.
($date => {
  const { UTC } = $date
  const listed = (text, at) => text.split(' ')[at]
  const isText = value => typeof value == 'string'
  const localeOf = given => (Array.isArray(given) ? given[0] : given) || 'en-US'
  const languageOf = given => (localeOf(given) + '').split('-')[0]

  // -------------------------------------------------------------------------------------------- numbers
  const SEPARATORS = { de: '.,', es: '.,', it: '.,', nl: '.,', pt: '.,', tr: '.,', id: '.,', da: '.,', el: '.,', fr: '\u202f,', ru: '\u00a0,', uk: '\u00a0,', pl: '\u00a0,', cs: '\u00a0,', sv: '\u00a0,', nb: '\u00a0,', no: '\u00a0,', fi: '\u00a0,', bg: '\u00a0,', hu: '\u00a0,' }
  const MONEY = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩', BRL: 'R$', CAD: 'CA$', AUD: 'A$', MXN: 'MX$', NZD: 'NZ$', HKD: 'HK$', TWD: 'NT$', ILS: '₪', VND: '₫', PHP: '₱' }
  const NAMES = { USD: 'US dollars', EUR: 'euros', GBP: 'British pounds', JPY: 'Japanese yen', INR: 'Indian rupees' }
  const UNITS = { percent: '%', byte: ' byte', kilobyte: ' kB', megabyte: ' MB', gigabyte: ' GB', terabyte: ' TB', millisecond: ' ms', second: ' sec', minute: ' min', hour: ' hr', day: ' day', week: ' wk', month: ' mth', year: ' yr', meter: ' m', centimeter: ' cm', kilometer: ' km', mile: ' mi', gram: ' g', kilogram: ' kg', liter: ' L', celsius: '°C', fahrenheit: '°F' }
  /** The digits of a number without a sign, and where its point stands. */
  const decimal = value => {
    const [mantissa, exponent = 0] = (Math.abs(value) + '').split('e')
    const [whole, part = ''] = mantissa.split('.')
    const digits = (whole + part).replace(/^0+(?=.)/, '')
    return [digits, digits.length - part.length + +exponent]
  }
  /** Whole part and fraction with `least` to `most` digits, halves away from zero. */
  const rounded = (value, least, most) => {
    let [digits, point] = decimal(value)
    if (point < 0) { digits = '0'.repeat(Math.min(-point, 400)) + digits; point = 0 }
    const cut = point + most
    if (cut < digits.length) {
      const up = cut >= 0 && digits[cut] >= '5'
      let kept = [...digits.slice(0, Math.max(cut, 0))]
      let at = kept.length - 1
      if (up) {
        while (at >= 0 && kept[at] == '9') kept[at--] = '0'
        if (at >= 0) kept[at] = +kept[at] + 1
        else { kept.unshift('1'); point++ }
      }
      digits = kept.join('')
    }
    digits = digits.padEnd(point + least, '0')
    let whole = digits.slice(0, point).replace(/^0+(?=.)/, '') || '0'
    let part = digits.slice(point)
    while (part.length > least && part.endsWith('0')) part = part.slice(0, -1)
    return [whole, part]
  }
  const significant = (value, least, most) => {
    const [, point] = decimal(value)
    return rounded(value, Math.max(0, least - point), most - point)
  }
  const number = (value, given, how = {}) => {
    how ||= {}
    if (typeof value == 'bigint') value = Number(value)
    value = +value
    const locale = localeOf(given), language = languageOf(given)
    const { style } = how
    const money = style == 'currency' ? (how.currency + '').toUpperCase() : ''
    const isWhole = /^(JPY|KRW|VND|CLP)$/.test(money)
    let amount = style == 'percent' ? value * 100 : value
    if (style == 'percent' && isFinite(amount)) amount = +amount.toPrecision(15)
    let after = ''
    let least = how.minimumFractionDigits, most = how.maximumFractionDigits
    const asked = least !== undefined || most !== undefined
    if (how.notation == 'compact' && isFinite(amount)) {
      const scale = [[1e12, 'T', ' trillion'], [1e9, 'B', ' billion'], [1e6, 'M', ' million'], [1e3, 'K', ' thousand']]
      const found = scale.find(([from]) => Math.abs(amount) >= from * (asked ? 1 : 0.9995))
      if (found) { amount /= found[0]; after = found[how.compactDisplay == 'long' ? 2 : 1] }
      if (!asked) { least = 0; most = Math.abs(amount) < 99.5 && Math.abs(amount) >= 9.95 ? 0 : Math.abs(amount) < 9.95 ? Math.max(0, 2 - decimal(amount)[1]) : 0 }
    }
    least ??= Math.min(most ?? 100, money && !isWhole ? 2 : 0)
    most ??= Math.max(least, money ? isWhole ? 0 : 2 : style == 'percent' ? 0 : 3)
    let text
    if (isNaN(amount)) text = 'NaN'
    else if (!isFinite(amount)) text = '∞'
    else {
      const [from, to] = [how.minimumSignificantDigits, how.maximumSignificantDigits]
      let [whole, part] = from || to ? significant(amount, from || 1, to || 21) : rounded(amount, Math.min(least, 100), Math.min(most, 100))
      whole = whole.padStart(how.minimumIntegerDigits || 1, '0')
      const [comma, point] = SEPARATORS[language] || ',.'
      if (how.useGrouping !== false && !(language == 'es' && whole.length < 5) && !(after && whole.length < 5)) whole = whole.replace(/-IN$/.test(locale) ? /\B(?=(\d\d)*\d{3}$)/g : /\B(?=(\d{3})+$)/g, comma)
      text = whole + (part ? point + part : '')
    }
    const one = text == '1'
    text += after
    if (style == 'percent') text += SEPARATORS[language] && !/tr|pt|it|id/.test(language) ? '\u00a0%' : '%'
    if (style == 'unit') {
      const unit = UNITS[how.unit]
      text += how.unitDisplay == 'long' ? ` ${how.unit}${one ? '' : 's'}` : (unit || ' ' + how.unit) + (!one && /^(day|week|month|year)$/.test(how.unit) ? 's' : '')
    }
    if (money) {
      const sign = how.currencyDisplay == 'code' ? money : how.currencyDisplay == 'narrowSymbol' ? (MONEY[money] || money).replace(/^[A-Z]+(?=\W)/, '') : MONEY[money] || money
      if (how.currencyDisplay == 'name') text += ' ' + (NAMES[money] || money)
      else if (SEPARATORS[language] && language != 'pt' && language != 'nl') text += '\u00a0' + sign
      else text = sign + (/[A-Z]$/.test(sign) ? '\u00a0' : '') + text
    }
    const negative = value < 0 || Object.is(value, -0)
    const isZero = !/[1-9∞]/.test(text)
    const sign = how.signDisplay
    if (negative && sign != 'never' && !(sign == 'exceptZero' && isZero)) return money && how.currencySign == 'accounting' ? `(${text})` : '-' + text
    return !negative && (sign == 'always' || sign == 'exceptZero' && !isZero) ? '+' + text : text
  }

  // ---------------------------------------------------------------------------------------------- dates
  const MONTHS = 'January February March April May June July August September October November December'
  const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'
  const two = value => (value < 10 ? '0' : '') + value
  const named = (list, at, how) => how == 'long' ? listed(list, at) : listed(list, at).slice(0, how == 'narrow' ? 1 : 3)
  const PRESETS = {
    full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    long: { year: 'numeric', month: 'long', day: 'numeric' },
    medium: { year: 'numeric', month: 'short', day: 'numeric' },
    short: { preset: true, year: '2-digit', month: 'numeric', day: 'numeric' },
  }
  const ZONES = { full: 'Coordinated Universal Time', long: 'UTC' }
  const dateText = (date, locale, { year, month, day, weekday, era }) => {
    const language = languageOf(locale), isAmerican = language == 'en' && !/-(GB|AU|NZ|IE|IN|ZA|CA)/.test(localeOf(locale))
    const shownYear = year == '2-digit' ? two(date.getUTCFullYear() % 100) : date.getUTCFullYear()
    const inWords = month && month != 'numeric' && month != '2-digit'
    const wide = day == '2-digit', number = day && (wide ? two(date.getUTCDate()) : date.getUTCDate())
    const dayName = weekday && named(DAYS, date.getUTCDay(), weekday)
    if (!inWords) {
      const at = date.getUTCMonth() + 1
      const broad = month == '2-digit' || !isAmerican && /^(en|fr|pt|sv)$/.test(language) && !/-IN$/.test(localeOf(locale)) && year && day
      const shownMonth = month && (broad ? two(at) : at), shownDay = day && (wide || broad ? two(date.getUTCDate()) : date.getUTCDate())
      const iso = language == 'sv' || /^(en|fr)-CA/.test(localeOf(locale)), east = /^(ja|zh|ko)$/.test(language)
      const parts = iso ? [year && shownYear, shownMonth, shownDay] : east ? [year && shownYear, shownMonth, shownDay] : isAmerican ? [shownMonth, shownDay, year && shownYear] : [shownDay, shownMonth, year && shownYear]
      const text = parts.filter(part => part).join(iso ? '-' : /^(de|ru|pl|fi|nb|no|tr|cs|uk)$/.test(language) ? '.' : language == 'nl' ? '-' : '/')
      return dayName ? dayName + (text ? ', ' + text : '') : text
    }
    const name = named(MONTHS, date.getUTCMonth(), month)
    if (!isAmerican && language == 'en' || language != 'en') {
      const text = [number, name, year && shownYear].filter(part => part).join(' ')
      return dayName ? dayName + (text ? ', ' + text : '') : text
    }
    const text = name + (number ? ' ' + number : '') + (year ? (number ? ', ' : ' ') + shownYear : '')
    return dayName ? dayName + ', ' + text : text
  }
  const timeText = (date, locale, { hour, minute, second, hour12, hourCycle, fractionalSecondDigits }) => {
    const language = languageOf(locale)
    const half = hour12 ?? (hourCycle ? /12|11/.test(hourCycle) : language == 'en' && !/-(GB|IE)/.test(localeOf(locale)) || /^(hi|ko)$/.test(language))
    const hours = date.getUTCHours()
    // What engines do who are asked for 24 hours in a land of twelve.
    const shown = half ? hours % 12 || 12 : hours || (hour12 === false && /^en(-US)?$/.test(localeOf(locale)) ? 24 : 0)
    const parts = []
    if (hour) parts.push(hour == '2-digit' || !half ? two(shown) : shown)
    if (minute) parts.push(hour || second ? two(date.getUTCMinutes()) : date.getUTCMinutes())
    if (second) parts.push(minute ? two(date.getUTCSeconds()) : date.getUTCSeconds())
    let text = parts.join(':')
    if (second && fractionalSecondDigits) text += '.' + (date.getUTCMilliseconds() + 1000 + '').slice(1, 1 + fractionalSecondDigits)
    return half && hour ? text + ' ' + (hours < 12 ? 'AM' : 'PM') : text
  }
  /** `kind`: what is shown when nothing is asked for. */
  const dateTime = (given, locale, how, kind) => {
    const date = new $date(given)
    if (isNaN(+date)) return 'Invalid Date'
    how = { ...how }
    let between = ', '
    if (how.dateStyle || how.timeStyle) {
      if (/full|long/.test(how.dateStyle)) between = ' at '
      const { timeStyle } = how
      how = { ...PRESETS[how.dateStyle], hour12: how.hour12, hourCycle: how.hourCycle }
      if (timeStyle) {
        how.hour = 'numeric'
        how.minute = '2-digit'
        if (timeStyle != 'short') how.second = '2-digit'
        how.timeZoneName = ZONES[timeStyle]
      }
    }
    const hasDate = how.year || how.month || how.day || how.weekday
    const hasTime = how.hour || how.minute || how.second || how.fractionalSecondDigits
    if (!(kind != 'time' && hasDate) && !(kind != 'date' && hasTime)) {
      if (kind != 'time') how.year = how.month = how.day = 'numeric'
      if (kind != 'date') how = { ...how, hour: 'numeric', minute: '2-digit', second: '2-digit' }
    }
    if (how.year == '2-digit' && how.preset && /-(GB|IE|NZ|ZA)/.test(localeOf(locale))) how.year = 'numeric'
    const shown = []
    if (how.year || how.month || how.day || how.weekday) shown.push(dateText(date, locale, how))
    if (how.hour || how.minute || how.second) shown.push(timeText(date, locale, how))
    const zone = how.timeZoneName ? ' ' + (isText(how.timeZoneName) && /^C/.test(how.timeZoneName) ? how.timeZoneName : 'UTC') : ''
    return shown.join(how.month == 'long' ? ' at ' : between) + zone
  }

  // ------------------------------------------------------------------------------------ words, in order
  const MARKS = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$'
  const base = text => (text + '').normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/ß/g, 'ss').replace(/æ/g, 'ae').replace(/ø/g, 'o')
  const weight = c => /\s/.test(c) ? 0 : MARKS.includes(c) ? 1 + MARKS.indexOf(c) : /\d/.test(c) ? 1000 + +c : 2000 + c.codePointAt(0)
  const compare = (left, right, locale, how = {}) => {
    left += ''
    right += ''
    if (left === right) return 0
    const { numeric, sensitivity = 'variant' } = how || {}
    const parts = text => numeric ? base(text).match(/\d+|[^\d]/gu) || [] : [...base(text)]
    const a = parts(left), b = parts(right)
    for (let at = 0; at < a.length && at < b.length; at++) {
      if (a[at] === b[at]) continue
      const numbers = numeric && /^\d/.test(a[at]) && /^\d/.test(b[at])
      const order = numbers ? a[at] - b[at] : weight(a[at]) - weight(b[at])
      if (order) return order < 0 ? -1 : 1
    }
    if (a.length != b.length) return a.length < b.length ? -1 : 1
    if (sensitivity == 'base') return 0
    const accents = text => text.normalize('NFD').toLowerCase()
    if (accents(left) != accents(right) && sensitivity != 'case') return accents(left) < accents(right) ? -1 : 1
    if (sensitivity == 'accent') return 0
    for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return left[at] === left[at].toLowerCase() ? -1 : 1
    return 0
  }

  // ----------------------------------------------------------------------------------------------- Intl
  const formatter = (name, methods) => {
    function Made(locale, how) {
      if (!new.target) return new Made(locale, how)
      for (const [method, call] of Object.entries(methods)) this[method] = (...given) => call(localeOf(locale), how || {}, ...given)
      this.resolvedOptions = () => ({ locale: localeOf(locale), numberingSystem: 'latn', calendar: 'gregory', timeZone: 'UTC', ...how })
    }
    Made.supportedLocalesOf = locales => [].concat(locales || [])
    return Object.defineProperty(Made, 'name', { value: name })
  }
  const given = (date, now) => date === undefined ? now() : date
  const plural = (locale, how, value) => how.type == 'ordinal'
    ? value % 10 == 1 && value % 100 != 11 ? 'one' : value % 10 == 2 && value % 100 != 12 ? 'two' : value % 10 == 3 && value % 100 != 13 ? 'few' : 'other'
    : value == 1 ? 'one' : 'other'
  const relative = (locale, how, value, unit) => {
    unit = (unit + '').replace(/s$/, '')
    const words = { 'day,0': 'today', 'day,1': 'tomorrow', 'day,-1': 'yesterday', 'year,0': 'this year', 'year,1': 'next year', 'year,-1': 'last year', 'month,0': 'this month', 'month,1': 'next month', 'month,-1': 'last month', 'week,0': 'this week', 'week,1': 'next week', 'week,-1': 'last week', 'second,0': 'now', 'hour,0': 'this hour', 'minute,0': 'this minute' }
    if (how.numeric == 'auto' && words[[unit, value]]) return words[[unit, value]]
    const text = number(Math.abs(value)) + ' ' + unit + (Math.abs(value) == 1 ? '' : 's')
    return value < 0 || Object.is(value, -0) ? text + ' ago' : 'in ' + text
  }
  const list = (locale, how, items) => {
    const all = [...items], last = all.pop()
    const word = how.type == 'unit' ? '' : how.type == 'disjunction' ? 'or ' : 'and '
    return all.length == 0 ? last ?? '' : all.join(', ') + (all.length > 1 || !word ? ', ' : ' ') + word + last
  }
  const intl = now => ({
    NumberFormat: formatter('NumberFormat', {
      format: (locale, how, value) => number(value, locale, how),
      formatToParts: (locale, how, value) => [{ type: 'literal', value: number(value, locale, how) }],
    }),
    DateTimeFormat: formatter('DateTimeFormat', {
      format: (locale, how, date) => dateTime(given(date, now), locale, how, how.hour || how.timeStyle ? '' : 'date'),
      formatToParts: (locale, how, date) => [{ type: 'literal', value: dateTime(given(date, now), locale, how, 'date') }],
      formatRange: (locale, how, from, to) => dateTime(from, locale, how, 'date') + ' – ' + dateTime(to, locale, how, 'date'),
    }),
    PluralRules: formatter('PluralRules', { select: plural }),
    RelativeTimeFormat: formatter('RelativeTimeFormat', { format: relative }),
    ListFormat: formatter('ListFormat', { format: list }),
    Collator: formatter('Collator', { compare: (locale, how, left, right) => compare(left, right, locale, how) }),
    DisplayNames: formatter('DisplayNames', { of: (locale, how, code) => code }),
    Segmenter: formatter('Segmenter', { segment: (locale, how, text) => (how.granularity == 'word' ? text.match(/\w+|\s+|[^\w\s]/g) || [] : [...text]).map(segment => ({ segment, isWordLike: /\w/.test(segment) })) }),
    getCanonicalLocales: locales => [].concat(locales || []),
  })
  return { number, dateTime, compare, intl, DAYS: DAYS.split(' '), MONTHS: MONTHS.split(' ') }
})
