import { accountTexts } from './system-templates/german/account.ts'
import { keyTexts } from './system-templates/german/keys.ts'
import { operationTexts } from './system-templates/german/operation.ts'
import type { TranslatedTexts } from './system-templates/german/parts.ts'
import { reviewTexts } from './system-templates/german/reviews.ts'
import { securityTexts } from './system-templates/german/security.ts'
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

const german: Record<string, TranslatedTexts> = { ...accountTexts, ...securityTexts, ...keyTexts, ...reviewTexts, ...operationTexts }

/** The translations that system templates come with: every one into every language there is. */
export const systemTranslations: readonly SystemTranslation[] = systemTemplates.map(({ event, slug }) => {
  const texts = german[event]
  if (texts === undefined) throw new Error(`The template ${slug} has no German.`)
  return { slug, language: 'de', subject: texts.subject, html_content: texts.html }
})
