import { useLingui } from '@lingui/react/macro'
import { chooseLanguage, locales } from '../lib/i18n.ts'
import { languageName } from '../lib/language-name.ts'
import { TextButton } from '../ui/TextButton.tsx'

/** The other languages of the pages, before anybody is signed in. Nothing where there is one only. */
export function LanguageSwitch() {
  const { i18n } = useLingui()
  return locales
    .filter((locale) => locale !== i18n.locale)
    .map((locale) => (
      <span key={locale} lang={locale}>
        <TextButton onPress={() => chooseLanguage(locale)}>{languageName(locale, locale)}</TextButton>
      </span>
    ))
}
