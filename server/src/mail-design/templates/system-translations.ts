import { mailLanguages, type MailLanguages } from '../languages/languages.ts'
import { sayAgain, sentencesOf } from '../languages/mail-sentences.ts'
import { systemTemplates } from './system-templates.ts'

export interface SystemTranslation {
  slug: string
  /** BCP 47. */
  language: string
  /** Liquid in text. */
  subject: string
  /** Liquid in HTML. */
  html_content: string
}

/** System templates in each language that has all of their sentences. A template that lacks some stays in English: no e-mail mixes languages. */
export const systemTranslationsIn = (languages: MailLanguages): SystemTranslation[] =>
  Object.entries(languages).flatMap(([language, { mails }]) =>
    systemTemplates
      .filter(({ subject, html_content: html }) => sentencesOf(subject, html).every((sentence) => mails[sentence] !== undefined))
      .map(({ slug, subject, html_content: html }) => {
        const say = (sentence: string) => mails[sentence] ?? sentence
        return { slug, language, subject: say(subject), html_content: sayAgain(html, say) }
      }),
  )

/** The translations that system templates come with: every one into every language there is. */
export const systemTranslations: readonly SystemTranslation[] = systemTranslationsIn(mailLanguages)
