import { mailLanguages } from '../languages/languages.ts'
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

/** Every system template in each language. Throws when a language leaves one out. */
export const systemTranslationsIn = (languages: typeof mailLanguages): SystemTranslation[] =>
  Object.entries(languages).flatMap(([language, { templates }]) =>
    systemTemplates.map(({ event, slug }) => {
      const texts = templates[event]
      if (texts === undefined) throw new Error(`The template ${slug} has no text in ${language}.`)
      return { slug, language, subject: texts.subject, html_content: texts.html }
    }),
  )

/** The translations that system templates come with: every one into every language there is. */
export const systemTranslations: readonly SystemTranslation[] = systemTranslationsIn(mailLanguages)
