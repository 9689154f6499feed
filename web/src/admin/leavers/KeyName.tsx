import { Trans } from '@lingui/react/macro'
import type { LeaverKey } from '@twofold/contract/admin/leavers'

export function KeyName({ item: { name, exists } }: { item: LeaverKey }) {
  return (
    <span className="grid min-w-0">
      <span className="font-medium wrap-anywhere">{name}</span>
      {!exists && (
        <span className="text-sm text-text-2">
          <Trans>Deleted since</Trans>
        </span>
      )}
    </span>
  )
}
