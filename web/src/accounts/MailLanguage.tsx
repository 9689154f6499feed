import { useLingui } from '@lingui/react/macro'
import { languageName } from '../lib/language-name.ts'
import { Select } from '../ui/Select.tsx'
import { useChooseMailLanguage } from './preferences.ts'

/** The language of the person's e-mails, among those with translations. Renders nothing without a choice. */
export function MailLanguage({ language, languages }: { language: string | null; languages: readonly string[] }) {
  const { t, i18n } = useLingui()
  const choose = useChooseMailLanguage()
  // A chosen language stays selectable after its last translation was removed.
  const offered = language === null || languages.includes(language) ? languages : [...languages, language]
  if (offered.length === 0) return null
  const value = choose.isPending ? choose.variables : language
  return (
    <Select
      label={t`Language of e-mails`}
      value={value ?? ''}
      onChange={({ target }) => choose.mutate(target.value || null)}
      options={[
        { value: '', label: t`Original language` },
        ...offered.map((one) => ({ value: one, label: `${languageName(one, i18n.locale)} (${one})` })),
      ]}
      help={t`Untranslated e-mails are sent in the original language.`}
    />
  )
}
