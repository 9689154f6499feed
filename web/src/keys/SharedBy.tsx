import { Trans, useLingui } from '@lingui/react/macro'
import type { SharedKey } from '@twofold/contract/keys'
import { endText } from '../lib/exact-time.ts'

/** The sharer, the group, and the expiry. */
export function SharedBy({ item }: { item: SharedKey }) {
  const { t } = useLingui()
  const person = item.shared_by.name.trim() || t`Unknown`
  const sharer = item.group ? t`${person} (${item.group.name})` : person
  const until = item.expires_at && endText(item.expires_at)
  return until ? (
    <Trans>
      Shared by {sharer}, until {until}
    </Trans>
  ) : (
    <Trans>Shared by {sharer}</Trans>
  )
}
