import { acceptedLanguage, bestLanguage } from '@twofold/contract/languages'
import type { EventName } from '@twofold/contract/events'
import { catalogues } from './catalogues.ts'
import type { Catalogue } from './read-catalogue.ts'
import { type Say, serverWords, type ServerWords } from './server-words.ts'

/** By language tag, BCP 47. English is not among them: it is the language of the originals. */
export type MailLanguages = Readonly<Record<string, Catalogue>>

/** The files in `locales` are the list of them (docs/translating.md). */
export const mailLanguages: MailLanguages = catalogues

const sayIn =
  (catalogue: Catalogue | undefined): Say =>
  (sentence) =>
    catalogue?.mails[sentence] ?? sentence

/** Words for e-mail in `language`; English if there are no others. `event`: the kind of e-mail that they name. */
export function wordsIn(language: string, languages: MailLanguages = mailLanguages, event?: EventName): ServerWords {
  const there = bestLanguage(language, Object.keys(languages))
  return serverWords(sayIn(there === undefined ? undefined : languages[there]), event)
}

/** Words for a page, by the browser's `header` (`Accept-Language`). */
export function wordsFor(
  header: string | undefined,
  languages: MailLanguages = mailLanguages,
  event?: EventName,
): { language: string; words: ServerWords } {
  const language = acceptedLanguage(header, ['en', ...Object.keys(languages)]) ?? 'en'
  return { language, words: wordsIn(language, languages, event) }
}
