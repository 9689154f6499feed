import './bulk-bar.css'
import { Plural, useLingui } from '@lingui/react/macro'
import { X } from './icons/X.ts'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'

type BulkBarProps = {
  selected: number
  /** A way to take all that match, beyond this page. */
  more?: ReactNode
  onClear: () => void
  children: ReactNode
}

/** Actions on the selected rows. Mounted without a selection too, so that the count is announced. */
export function BulkBar({ selected, more, onClear, children }: BulkBarProps) {
  const { t } = useLingui()
  return (
    <div className="ui-bulk" data-empty={selected === 0 || undefined}>
      <div className="ui-bulk-text">
        <p role="status">{selected > 0 && <Plural value={selected} one="# selected" other="# selected" />}</p>
        {selected > 0 && more}
      </div>
      {selected > 0 && (
        <div className="ui-bulk-actions" role="group" aria-label={t`Selected`}>
          {children}
          <IconButton size="sm" icon={X} label={t`Clear selection`} onPress={onClear} />
        </div>
      )}
    </div>
  )
}
