import * as z from 'zod/mini'

/** BCP 47, as far as translations need it: `de`, `pt-BR`. */
export const languageField = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Use a language such as de or pt-BR'))

/** The one of `available` that suits somebody who wants `wanted`: itself, else its language without the country. */
export function bestLanguage(wanted: string | null, available: readonly string[]): string | undefined {
  if (wanted === null) return undefined
  const plain = wanted.split('-')[0]
  return available.find((one) => one === wanted) ?? available.find((one) => one === plain)
}

/** The same for a browser's preferences (`Accept-Language`), in their order. */
export function acceptedLanguage(header: string | undefined, available: readonly string[]): string | undefined {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
      const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
      const [language = '', region] = tag.split('-')
      return { tag: region ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase(), weight }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const found = bestLanguage(tag, available)
    if (found !== undefined) return found
  }
  return undefined
}
