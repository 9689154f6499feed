import { i18n } from '@lingui/core'
import { loadServerTexts } from './server-texts.ts'
import { createStoredValue } from './stored-setting.ts'

/**
 * One file per language, which also has the server's sentences: `locales/de.po`. English needs none in the browser, since its sentences are in the
 * code.
 */
const catalogues = import.meta.glob<{ messages: Record<string, string> }>(['../../../locales/*.po', '!../../../locales/en.po'])

/** The languages there are, by their tags. */
export const locales: readonly string[] = [
  'en',
  ...Object.keys(catalogues).flatMap((path) => /locales\/([\w-]+)\.po$/.exec(path)?.[1] ?? []),
].toSorted()

/** Languages that are written from right to left. */
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export const languageKey = 'language'

/** The language that was chosen in this browser; null: the one that the browser asks for. */
export const languageSetting = createStoredValue<string | null>(languageKey, {
  read: (text) => locales.find((locale) => locale === text) ?? null,
  write: (locale) => locale ?? '',
})

/** Queries to refetch: answers were worded in the former language. */
type Answers = { invalidateQueries: () => Promise<void> }

/** Applies the account's language, as if it had been chosen in this browser; null, or an unknown one, changes nothing. */
export function followAccount(locale: string | null, answers: Answers): void {
  if (locale !== null && locales.includes(locale) && locale !== languageSetting.get()) showLanguage(locale, answers)
}

/** Chooses the language of the pages, null: the browser's, and shows it without loading the page again. */
export function showLanguage(locale: string | null, answers: Answers): void {
  languageSetting.set(locale)
  followLanguage(answers)
}

/**
 * Another tab or another device chose a language: the page shows it without being loaded again, since somebody may have typed into it. A sentence
 * that is neither drawn nor fetched again, such as a complaint about a field, stays as it was.
 */
export function followLanguage(answers: Answers): void {
  void startTexts().then(() => answers.invalidateQueries())
}

/** Shows the texts in the language that was chosen here, else in the first language of the browser that we have, else in English. */
export async function startTexts(): Promise<void> {
  const [wanted, chosen] = [navigator.languages, languageSetting.get()]
  const locale = chooseLocale(chosen === null ? wanted : [chosen], locales)
  const [catalogue] = await Promise.all([
    // Without its catalogue, such as on a train after an update, the page is in English rather than not there at all.
    catalogues[`../../../locales/${locale}.po`]?.().catch(() => undefined),
    locale === 'en' ? undefined : loadServerTexts().catch(() => undefined),
  ])
  // Another one was chosen meanwhile, and may be here already.
  if (languageSetting.get() !== chosen) return startTexts()
  const shown = catalogue === undefined ? 'en' : locale
  i18n.loadAndActivate({ locale: shown, locales: formatLocales(shown, wanted), messages: catalogue?.messages ?? {} })
  document.documentElement.lang = shown
  document.documentElement.dir = directionOf(shown)
  if (shown !== 'en') document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${shown}.webmanifest`)
}

const directionOf = (locale: string): 'ltr' | 'rtl' => (rightToLeft.has(languageOf(locale)) ? 'rtl' : 'ltr')

/** The first of `wanted` that is there, whole ('pt-BR') or by its language ('pt'); else English. */
export function chooseLocale(wanted: readonly string[], there: readonly string[]): string {
  for (const tag of wanted) {
    const found = there.find((name) => name === tag) ?? there.find((name) => name === languageOf(tag))
    if (found) return found
  }
  return 'en'
}

/**
 * Locales for dates and numbers in the texts of `locale`: the regional variants that the browser prefers. A British reader gets '22 Nov 2026' in the
 * same English, an Austrian reader of German 'Jänner'.
 */
export function formatLocales(locale: string, wanted: readonly string[]): string[] {
  return [...wanted.filter((tag) => languageOf(tag) === languageOf(locale) && isTag(tag)), locale]
}

/** Chromium names the locale `C` of a Linux machine `en-US@posix`, which `Intl` throws at. */
function isTag(text: string): boolean {
  try {
    return new Intl.Locale(text).baseName !== ''
  } catch {
    return false
  }
}

const languageOf = (tag: string) => tag.split('-')[0] ?? tag
