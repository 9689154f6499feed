interface Filling {
  values: Readonly<Record<string, string | number>>
  language: string
  /** Replaces `#`. */
  count?: string
}

/** A pattern of ICU with its values: of all that ICU knows, `{name}` and `{count, plural, one {…} other {# …}}`. */
export function fillPattern(pattern: string, values: Filling['values'], language: string): string {
  return fill(pattern, { values, language })
}

function fill(pattern: string, filling: Filling): string {
  let text = ''
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if (character === '{') {
      const end = endOf(pattern, at)
      text += fillPlace(pattern.slice(at + 1, end), filling)
      at = end
    } else text += character === '#' ? (filling.count ?? '#') : character
  }
  return text
}

/** Index of the brace that closes the one at `start`. */
function endOf(pattern: string, start: number): number {
  let depth = 0
  for (let at = start; at < pattern.length; at++) {
    if (pattern[at] === '{') depth++
    if (pattern[at] === '}' && --depth === 0) return at
  }
  throw new Error(`A brace is not closed: ${pattern}`)
}

function fillPlace(place: string, filling: Filling): string {
  const [, name = '', forms] = /^\s*(\w+)\s*(?:,\s*plural\s*,(.*))?$/s.exec(place) ?? []
  const value = filling.values[name]
  if (value === undefined) throw new Error(`There is no value ${name}: {${place}}`)
  if (forms === undefined) return String(value)
  const count = Number(value)
  const known = formsIn(forms)
  const form = known.get(`=${count}`) ?? known.get(new Intl.PluralRules(filling.language).select(count)) ?? known.get('other') ?? ''
  return fill(form, { ...filling, count: new Intl.NumberFormat(filling.language).format(count) })
}

function formsIn(forms: string): Map<string, string> {
  const known = new Map<string, string>()
  const head = /\s*(=\d+|\w+)\s*(?=\{)/y
  for (;;) {
    const found = head.exec(forms)
    if (found === null) return known
    const end = endOf(forms, head.lastIndex)
    known.set(found[1] ?? '', forms.slice(head.lastIndex + 1, end))
    head.lastIndex = end + 1
  }
}
