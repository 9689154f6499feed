import { bestLanguage } from '@twofold/contract/languages'
import type { Wording } from '@twofold/contract/said'
import { messageOf, textOf } from '@twofold/contract/sentences/sentences'
import { valuesWritten, type Writer } from '@twofold/contract/sentences/written-values'
import { fillPattern } from '@twofold/contract/sentences/fill-pattern'
import { mailLanguages, type MailLanguages } from './languages.ts'
import { usualDate } from './usual-date.ts'

/** Values of variables for an e-mail in `language`. A value with an untranslated sentence is left out, and so stays in English as a whole. */
export function wordValues(
  words: Readonly<Record<string, readonly Wording[]>>,
  language: string,
  languages: MailLanguages = mailLanguages,
): Record<string, string> {
  const there = bestLanguage(language, Object.keys(languages))
  const texts = there === undefined ? undefined : languages[there]?.sentences
  if (texts === undefined) return bestLanguage(language, ['en']) === undefined ? {} : momentsInEnglish(words)
  const writer = writerIn(language)
  function worded(wordings: readonly Wording[]): string | undefined {
    const parts = wordings.map(({ code, values = {} }) => {
      const pattern = texts?.[messageOf(code) ?? '']
      return pattern === undefined ? undefined : fillPattern(pattern, valuesWritten(values, writer), language)
    })
    return parts.includes(undefined) ? undefined : parts.join(' ')
  }
  return Object.fromEntries(
    Object.entries(words)
      .map(([name, wordings]) => [name, worded(wordings)] as const)
      .filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** English has no catalogue, and its texts are there already: only those with a moment are worded again, as templates write moments. */
function momentsInEnglish(words: Readonly<Record<string, readonly Wording[]>>): Record<string, string> {
  const withMoments = Object.entries(words).filter(
    ([, wordings]) =>
      wordings.every(({ code }) => messageOf(code) !== undefined) &&
      wordings.some(({ values = {} }) => Object.values(values).some((value) => momentIn(value) !== undefined)),
  )
  const worded = (wordings: readonly Wording[]) =>
    wordings.map(({ code, values = {} }) => ({
      code,
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, momentIn(value) ?? value])),
    }))
  return Object.fromEntries(withMoments.map(([name, wordings]) => [name, textOf(worded(wordings))]))
}

/** '2026-11-20 22:00 UTC' as '20 November 2026, 22:00 UTC', and '2026-11-20' as '20 November 2026'; undefined for anything else. */
function momentIn(value: string | number): string | undefined {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d) UTC)?$/.exec(String(value)) ?? []
  if (day === undefined) return undefined
  const written = usualDate(`${day}T${clock ?? '00:00'}:00Z`, 'en')
  return clock === undefined ? written?.replace(/,.*/, '') : written
}

const writerIn = (language: string): Writer => ({
  number: (value, options) => new Intl.NumberFormat(language, options).format(value),
  date: (value, options) => new Intl.DateTimeFormat(language, options).format(new Date(value)),
})
