import { i18n } from '@lingui/core'
import { loadErrorMessages } from './error-messages.ts'

/** The languages there are, and which way each is written. English needs no catalogue: its sentences stand in the code. */
const locales: Record<string, 'ltr' | 'rtl'> = { en: 'ltr' }

const catalogues = import.meta.glob<{ messages: Record<string, string> }>(['../locales/*/messages.po', '!../locales/en/messages.po'])

/** Shows the texts in the first language of the browser that we have, else in English, and says so in `<html lang>`. */
export async function startTexts(wanted: readonly string[] = navigator.languages): Promise<void> {
  const locale = chooseLocale(wanted, Object.keys(locales))
  const [catalogue] = await Promise.all([
    catalogues[`../locales/${locale}/messages.po`]?.(),
    locale === 'en' ? undefined : loadErrorMessages(),
  ])
  i18n.loadAndActivate({ locale, messages: catalogue?.messages ?? {} })
  document.documentElement.lang = locale
  document.documentElement.dir = locales[locale] ?? 'ltr'
}

/** The first of `wanted` that is there, whole ('pt-BR') or by its language ('pt'); else English. */
export function chooseLocale(wanted: readonly string[], there: readonly string[]): string {
  for (const tag of wanted) {
    const found = there.find((name) => name === tag) ?? there.find((name) => name === tag.split('-')[0])
    if (found) return found
  }
  return 'en'
}
