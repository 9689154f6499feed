import { Trans, useLingui } from '@lingui/react/macro'
import type { SharedKey } from '@twofold/contract/keys'

/** The sharer, the group, and the expiry. */
export function SharedBy({ item }: { item: SharedKey }) {
  const { t, i18n } = useLingui()
  const person = item.shared_by.name.trim() || t`Unknown`
  const sharer = item.group ? t`${person} (${item.group.name})` : person
  const until = item.expires_at && i18n.date(new Date(item.expires_at), { dateStyle: 'medium' })
  return until ? (
    <Trans>
      Shared by {sharer}, until {until}
    </Trans>
  ) : (
    <Trans>Shared by {sharer}</Trans>
  )
}
