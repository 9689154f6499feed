import { codeOf, placesOf } from './template-places.ts'

/**
 * The template with quotes around the attributes that have none and hold a value: an empty value would otherwise make the next attribute the
 * value of this one.
 */
export function quoteAttributes(source: string): string {
  if (!/=\s*[^\s"'>]*\{\{/.test(source)) return source
  const codes = codeOf(source)
  const ranges = new Map<number, number>()
  for (const place of placesOf(source, codes).values()) {
    if (place.in !== 'attribute' || place.isQuoted) continue
    const inside = codes.filter(({ begin, end }) => begin >= place.from && end <= place.to)
    const written = inside.reduceRight(
      (text, { begin, end }) => text.slice(0, begin - place.from) + text.slice(end - place.from),
      source.slice(place.from, place.to),
    )
    const isPlain = inside.every(({ kind }) => kind === 'output') && /[=\s]/.test(source[place.from - 1] ?? '') && !written.includes('"')
    if (isPlain) ranges.set(place.from, place.to)
  }
  return [...ranges]
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [from, to]) => `${text.slice(0, from)}"${text.slice(from, to)}"${text.slice(to)}`, source)
}
