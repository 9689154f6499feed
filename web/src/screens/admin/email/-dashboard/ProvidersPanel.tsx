import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { Pencil } from '../../../../ui/icons/Pencil.ts'
import { Plus } from '../../../../ui/icons/Plus.ts'
import { Server } from '../../../../ui/icons/Server.ts'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { ProgressBar } from '../../../../ui/ProgressBar.tsx'
import { SettingList, SettingRow } from '../../../../ui/SettingRow.tsx'
import { ProviderBadges } from '../../../../mail-delivery/providers/ProviderBadges.tsx'
import { providersQuery } from '../../../../mail-delivery/providers/providers.ts'
import { PanelContent } from './PanelContent.tsx'

const shown = 4

/** The first providers, with how much of their day is used. */
export function ProvidersPanel() {
  const { t, i18n } = useLingui()
  const providers = useQuery(providersQuery)
  return (
    <Panel
      title={t`Email Providers`}
      padding="none"
      actions={
        <LinkButton to="/admin/email/providers/create" size="sm" icon={Plus}>
          <Trans>Add Provider</Trans>
        </LinkButton>
      }
    >
      <PanelContent query={providers} failure={t`The providers could not be loaded`} empty={t`There is none: e-mails wait until there is.`}>
        {(list) => (
          <div className="p-5">
            <SettingList label={t`Email Providers`}>
              {list.slice(0, shown).map((provider) => {
                const { name, daily_limit: limit, emails_sent_today: used } = provider
                const sent = i18n.number(used)
                const most = limit === null ? '' : i18n.number(limit)
                const kind = providerLabels[provider.provider]
                return (
                  <SettingRow
                    key={provider.id}
                    icon={Server}
                    title={name}
                    state={
                      <span className="inline-flex flex-wrap gap-2 align-middle">
                        <ProviderBadges provider={provider} />
                      </span>
                    }
                    actions={
                      <LinkButton
                        to="/admin/email/providers/$id"
                        params={{ id: provider.id }}
                        size="sm"
                        icon={Pencil}
                        aria-label={t`Edit ${name}`}
                      >
                        <Trans>Edit</Trans>
                      </LinkButton>
                    }
                  >
                    <div className="grid gap-2">
                      <span>{limit === null ? t`${kind}, ${sent} sent today` : t`${kind}, ${sent} of ${most} today`}</span>
                      {limit !== null && (
                        <ProgressBar
                          label={t`Used today of ${name}`}
                          value={Math.min(used, limit)}
                          max={limit}
                          valueText={t`${sent} of ${most}`}
                        />
                      )}
                    </div>
                  </SettingRow>
                )
              })}
            </SettingList>
          </div>
        )}
      </PanelContent>
    </Panel>
  )
}
