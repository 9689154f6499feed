import { Trans, useLingui } from '@lingui/react/macro'
import { type BulkAction, bulkMost } from '@twofold/contract/admin/users'
import type { useSelection } from '../../kits/use-selection.ts'
import { numberText } from '../../lib/number-text.ts'
import { BulkBar } from '../../ui/BulkBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextButton } from '../../ui/TextButton.tsx'

type UserBulkBarProps = {
  selection: ReturnType<typeof useSelection>
  total: number
  /** More match than were counted. */
  hasMore: boolean
  onAct: (action: BulkAction) => void
}

export function UserBulkBar({ selection: { selected, isAll, selectAll, clear }, total, hasMore, onAct }: UserBulkBarProps) {
  const { t } = useLingui()
  const most = numberText(bulkMost)
  return (
    <BulkBar
      selected={isAll ? total : selected.size}
      onClear={clear}
      more={
        !isAll &&
        total > selected.size &&
        (total <= bulkMost && !hasMore ? (
          <TextButton onPress={selectAll}>
            <Trans>Select all {total} matching</Trans>
          </TextButton>
        ) : (
          <span className="text-sm text-text-2">
            <Trans>More than {most} match: narrow the list down to act on all of them.</Trans>
          </span>
        ))
      }
    >
      <Button size="sm" onPress={() => onAct('activate')}>{t`Activate`}</Button>
      <Button size="sm" onPress={() => onAct('deactivate')}>{t`Deactivate`}</Button>
      <Button size="sm" onPress={() => onAct('revoke_sessions')}>{t`Revoke sessions`}</Button>
      <Button size="sm" variant="danger-line" onPress={() => onAct('delete')}>{t`Delete`}</Button>
    </BulkBar>
  )
}
