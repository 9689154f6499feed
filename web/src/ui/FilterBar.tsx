import './filter-bar.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** Fields that narrow a list down, in one row where there is room. `onClear` is left out while nothing is narrowed down. */
export function FilterBar({ onClear, children }: { onClear?: (() => void) | undefined; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="ui-filters" role="group" aria-label={t`Filters`}>
      {children}
      <Button variant="quiet" onPress={() => onClear?.()} disabledReason={onClear ? undefined : t`No filter is set.`}>
        <Trans>Clear Filters</Trans>
      </Button>
    </div>
  )
}
