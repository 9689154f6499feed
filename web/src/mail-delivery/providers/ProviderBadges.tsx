import { useLingui } from '@lingui/react/macro'
import type { Provider } from '@twofold/contract/mail-delivery/providers'
import { Badge } from '../../ui/Badge.tsx'

/** Whether a provider sends, and what keeps an active one from it. */
export function ProviderBadges({ provider }: { provider: Provider }) {
  const { t } = useLingui()
  return (
    <>
      {provider.is_active ? <Badge tone="success">{t`Active`}</Badge> : <Badge>{t`Inactive`}</Badge>}
      {provider.is_default && <Badge tone="accent">{t`Default`}</Badge>}
      {provider.is_active && !provider.has_sender && <Badge tone="danger">{t`No From address`}</Badge>}
      {provider.is_active && <Breaker provider={provider} />}
    </>
  )
}

function Breaker({ provider: { breaker } }: { provider: Provider }) {
  const { t, i18n } = useLingui()
  const until = breaker.open_until === null ? '' : i18n.date(breaker.open_until, { timeStyle: 'short' })
  switch (breaker.state) {
    case 'closed':
      return null
    case 'open':
      return <Badge tone="danger">{t`Paused until ${until}`}</Badge>
    case 'probing':
      return <Badge tone="warning">{t`The next e-mail decides`}</Badge>
  }
}
