import { useLingui } from '@lingui/react'
import { translateDescription, translateTemplateName } from '../lib/server-texts.ts'

/** Follows the language of the page also where the row around it is kept. */
export function TemplateName({ template }: { template: { slug: string; name: string } }) {
  useLingui()
  return translateTemplateName(template)
}

/** Its description, in the language of the page unless it was changed. */
export function TemplateDescription({ text }: { text: string }) {
  useLingui()
  return translateDescription(text)
}
