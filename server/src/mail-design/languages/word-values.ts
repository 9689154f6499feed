import { bestLanguage } from '@twofold/contract/languages'
import type { Wording } from '@twofold/contract/said'
import { messageOf } from '@twofold/contract/sentences/sentences'
import { valuesWritten, type Writer } from '@twofold/contract/sentences/written-values'
import { fillPattern } from './fill-pattern.ts'
import { mailLanguages, type MailLanguages } from './languages.ts'

/** Values of variables for an e-mail in `language`. A value with an untranslated sentence is left out, and so stays in English as a whole. */
export function wordValues(
  words: Readonly<Record<string, readonly Wording[]>>,
  language: string,
  languages: MailLanguages = mailLanguages,
): Record<string, string> {
  const there = bestLanguage(language, Object.keys(languages))
  const texts = there === undefined ? undefined : languages[there]?.sentences
  if (texts === undefined) return {}
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

const writerIn = (language: string): Writer => ({
  number: (value, options) => new Intl.NumberFormat(language, options).format(value),
  date: (value, options) => new Intl.DateTimeFormat(language, options).format(new Date(value)),
})
