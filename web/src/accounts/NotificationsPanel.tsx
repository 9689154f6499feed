import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../kits/Loaded.tsx'
import { Switch } from '../ui/Checkbox.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { preferencesQuery, useChoosePreference, useChooseMailLanguage } from './preferences.ts'
import { languageName } from '../lib/language-name.ts'
import { Select } from '../ui/Select.tsx'

/** The person's choice of optional e-mails. */
export function NotificationsPanel() {
  const { t } = useLingui()
  const preferences = useQuery(preferencesQuery)
  const choose = useChoosePreference()
  return (
    <Panel title={t`Notifications`}>
      <div className="grid gap-5">
        <p className="text-text-2">
          <Trans>Choose which e-mails you get. Security e-mails are always sent.</Trans>
        </p>
        <Loaded of={preferences} failed={t`Your choices could not be loaded`} outline={<Outline />}>
          {({ language, languages, data }) => (
            <>
              <MailLanguage language={language} languages={languages} />
              {data.map(({ event, title, description, is_wanted: isWanted }) => (
                <Switch
                  key={event}
                  label={title}
                  description={description}
                  checked={isWanted}
                  onChange={({ target }) => choose.mutate({ event, is_wanted: target.checked })}
                />
              ))}
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

const Outline = () => (
  <div className="grid gap-5">
    {['45%', '60%', '50%', '40%'].map((width) => (
      <Skeleton key={width} width={width} height="2.25rem" />
    ))}
  </div>
)

/** The language of the person's e-mails, among those with translations. Renders nothing without a choice. */
function MailLanguage({ language, languages }: { language: string | null; languages: readonly string[] }) {
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
