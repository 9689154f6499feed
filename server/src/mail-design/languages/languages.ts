import { acceptedLanguage, bestLanguage } from '@twofold/contract/languages'
import { german } from './german.ts'
import type { MailLanguage, ServerWords } from './mail-language.ts'

/** By their tags, BCP 47. English is not among them: it is what mails are written in. */
export type MailLanguages = Readonly<Record<string, MailLanguage>>

/** The only list of them in the server: another language is its file beside `german.ts`, and its line here. */
export const mailLanguages: MailLanguages = { de: german }

const english: ServerWords = {
  footer: { sentBy: 'Sent by', unsubscribe: 'Unsubscribe from mails like this one', unsubscribeInText: 'Unsubscribe' },
  unsubscribe: {
    question: { heading: 'Unsubscribe', text: (title) => `Stop e-mails about “${title}”?`, button: 'Unsubscribe' },
    done: {
      heading: 'Unsubscribed',
      text: (title) => `You no longer get e-mails about “${title}”. You can turn them on again in your profile.`,
    },
    titles: {},
  },
  previewGone: { title: 'Preview', text: 'This preview is over. Please ask for a new one.' },
}

/** Of a mail in `language`; English where there are no others. */
export function wordsIn(language: string, languages: MailLanguages = mailLanguages): ServerWords {
  const there = bestLanguage(language, Object.keys(languages))
  return (there === undefined ? undefined : languages[there]) ?? english
}

/** Of a page for a browser that would like `header` (`Accept-Language`). */
export function wordsFor(header: string | undefined, languages: MailLanguages = mailLanguages): { language: string; words: ServerWords } {
  const language = acceptedLanguage(header, ['en', ...Object.keys(languages)]) ?? 'en'
  return { language, words: wordsIn(language, languages) }
}
