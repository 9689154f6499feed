import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../kits/Loaded.tsx'
import { Switch } from '../ui/Checkbox.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { MailLanguage } from './MailLanguage.tsx'
import { preferencesQuery, useChoosePreference } from './preferences.ts'

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
