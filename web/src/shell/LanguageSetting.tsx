import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserStorage } from '../lib/browser-storage.ts'
import { chooseLanguage, languageSetting, locales } from '../lib/i18n.ts'
import { languageName } from '../lib/language-name.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { Select } from '../ui/Select.tsx'
import { useChooseLanguage } from '../accounts/preferences.ts'

/** When a choice was made: the page is loaded again for it. */
const chosenKey = 'language-chosen-at'
/** Milliseconds for it to be there again. */
const reloadLimit = 20_000

/**
 * Language of the pages: the account's if signed in, otherwise this browser's. Each language is listed by its own name, so that people who cannot
 * read the page find theirs.
 */
export function LanguageSetting() {
  const { t } = useLingui()
  // Only reads the cache: screens fetch it themselves.
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false })
  const choose = useChooseLanguage()
  // The arrow keys choose with every press: somebody on the way to the third language goes on from the second.
  const [isFocused] = useState(() => Date.now() - Number(browserStorage.getItem(chosenKey)) < reloadLimit)
  const present = (choose.isPending ? choose.variables : user?.page_language) ?? languageSetting.get()
  return (
    <Select
      label={t`Language`}
      value={present ?? ''}
      autoFocus={isFocused}
      onChange={({ target: { value } }) => {
        browserStorage.setItem(chosenKey, String(Date.now()))
        if (user) choose.mutate(value || null)
        else chooseLanguage(value || null)
      }}
      options={[
        { value: '', label: t`As the browser prefers` },
        ...locales.map((locale) => ({ value: locale, label: languageName(locale, locale) })),
      ]}
      help={user ? t`For pages and e-mails, in every browser you sign in with.` : t`The page loads again in the language you choose.`}
    />
  )
}
