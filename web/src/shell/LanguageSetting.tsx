import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { languageSetting, locales, showLanguage } from '../lib/i18n.ts'
import { languageName } from '../lib/language-name.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { Select } from '../ui/Select.tsx'
import { useChooseLanguage } from '../accounts/preferences.ts'

/**
 * Language of the pages: the account's if signed in, otherwise this browser's. Each language is listed by its own name, so that people who cannot
 * read the page find theirs. The page shows it in place: arrow keys choose with every press, and what is typed beside it stays.
 */
export function LanguageSetting() {
  const { t } = useLingui()
  // Only reads the cache: screens fetch it themselves.
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false })
  const client = useQueryClient()
  const choose = useChooseLanguage((page_language) => {
    client.setQueryData(currentUserQuery.queryKey, (known) => known && { ...known, page_language })
    showLanguage(page_language, client)
  })
  const present = (choose.isPending ? choose.variables : user?.page_language) ?? languageSetting.get()
  return (
    <Select
      label={t`Language`}
      value={present ?? ''}
      onChange={({ target: { value } }) => {
        if (user) choose.mutate(value || null)
        else showLanguage(value || null, client)
      }}
      options={[
        { value: '', label: t`As the browser prefers` },
        ...locales.map((locale) => ({ value: locale, label: languageName(locale, locale) })),
      ]}
      help={user && t`For pages and e-mails, in every browser you sign in with.`}
    />
  )
}
