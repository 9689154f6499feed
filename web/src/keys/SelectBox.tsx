import './keys.css'
import { useLingui } from '@lingui/react/macro'
import { toggleSelected, useIsSelected } from './selection.ts'

interface SelectBoxProps {
  id: string
  name: string
  /** Makes it the stop of its row, in place of the button over it (`findRow`). */
  stop?: { 'data-key': string; tabIndex: number; onFocus: () => void }
}

/** Replaces a key's tile in selection mode. */
export function SelectBox({ id, name, stop }: SelectBoxProps) {
  const { t } = useLingui()
  return (
    <label className="key-select">
      <input {...stop} type="checkbox" aria-label={t`Select ${name}`} checked={useIsSelected(id)} onChange={() => toggleSelected(id)} />
    </label>
  )
}
