import { Trans, useLingui } from '@lingui/react/macro'
import { type Provider, reservedOf } from '@twofold/contract/mail-delivery/providers'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { translateTrouble } from '../../lib/server-texts.ts'
import { EllipsisVertical } from '../../ui/icons/EllipsisVertical.ts'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { useId } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { When } from '../../ui/When.tsx'
import { ProviderBadges } from './ProviderBadges.tsx'

type ProviderCardProps = {
  provider: Provider
  onActivate: (isActive: boolean) => void
  onMakeDefault: () => void
  onDelete: () => void
}

/** State of a provider: the rest of its limits, whether it sends, and its last problem. */
export function ProviderCard({ provider, onActivate, onMakeDefault, onDelete }: ProviderCardProps) {
  const { t } = useLingui()
  const id = useId()
  const { name, is_active: isActive, is_default: isDefault, last_error: lastError, last_error_at: lastErrorAt } = provider
  return (
    <article className="ui-card grid gap-4 p-5" aria-labelledby={id}>
      <header className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2 id={id} className="wrap-anywhere">
            {name}
          </h2>
          <div className="flex flex-wrap gap-2">
            <Badge>{providerLabels[provider.provider]}</Badge>
            <ProviderBadges provider={provider} />
          </div>
        </div>
        <Menu label={t`Actions for ${name}`} trigger={<IconButton icon={EllipsisVertical} label={t`Actions for ${name}`} />}>
          <MenuItem onAction={() => onActivate(!isActive)}>{isActive ? t`Deactivate` : t`Activate`}</MenuItem>
          {!isDefault && <MenuItem onAction={onMakeDefault}>{t`Make default`}</MenuItem>}
          <MenuItem onAction={onDelete}>{t`Delete`}</MenuItem>
        </Menu>
      </header>
      <Usage label={t`Today`} used={provider.emails_sent_today} limit={provider.daily_limit} />
      <Usage label={t`This hour`} used={provider.emails_sent_this_hour} limit={provider.hourly_limit} />
      <Facts>
        <Fact name={t`Priority`}>{provider.priority}</Fact>
        <Fact name={t`Last error`}>
          {lastError === null ? (
            <span className="text-text-2">{t`None since it was saved`}</span>
          ) : (
            <span className="wrap-anywhere">
              <span className="block">{translateTrouble(lastError)}</span>
              {lastErrorAt !== null && (
                <small className="text-sm font-normal text-text-2">
                  <When at={lastErrorAt} />
                </small>
              )}
            </span>
          )}
        </Fact>
      </Facts>
      <LinkButton to="/admin/email/providers/$id" params={{ id: provider.id }} icon={Pencil} block>
        <Trans>Edit</Trans>
      </LinkButton>
    </article>
  )
}

function Usage({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const { t, i18n } = useLingui()
  const sent = i18n.number(used)
  if (limit === null) {
    return (
      <div className="grid gap-2">
        <div className="flex justify-between gap-3 text-sm text-text-2">
          <span>{label}</span>
          <span>{t`${sent} sent, no limit`}</span>
        </div>
      </div>
    )
  }
  const left = i18n.number(Math.max(0, limit - used))
  const most = i18n.number(limit)
  const share = used / limit
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-3 text-sm text-text-2">
        <span>{label}</span>
        <span>{t`${sent} of ${most}, ${left} left`}</span>
      </div>
      <ProgressBar
        label={label}
        value={Math.min(used, limit)}
        max={limit}
        tone={share >= 1 ? 'danger' : share >= 0.8 ? 'warning' : 'accent'}
        valueText={t`${sent} of ${most}`}
      />
      {used < limit && used >= limit - reservedOf(limit) && (
        <p className="text-sm text-text-2">
          <Trans>The rest is kept for account and security e-mails.</Trans>
        </p>
      )}
    </div>
  )
}
