import { useLingui } from '@lingui/react/macro'
import { chooseLanguage, languageSetting, locales } from '../lib/i18n.ts'
import { languageName } from '../lib/language-name.ts'
import { Select } from '../ui/Select.tsx'

/** The language of the pages, for this browser. Each is named in itself: whoever cannot read the page finds theirs. */
export function LanguageSetting() {
  const { t } = useLingui()
  return (
    <Select
      label={t`Language`}
      value={languageSetting.get() ?? ''}
      onChange={({ target }) => chooseLanguage(target.value || null)}
      options={[
        { value: '', label: t`As the browser prefers` },
        ...locales.map((locale) => ({ value: locale, label: languageName(locale, locale) })),
      ]}
      help={t`The page loads again in the language you choose.`}
    />
  )
}
