import './keys.css'
import { useLingui } from '@lingui/react/macro'
import { toggleSelected, useIsSelected } from './selection.ts'

/** Replaces a key's tile in selection mode. */
export function SelectBox({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  return (
    <label className="key-select">
      <input type="checkbox" aria-label={t`Select ${name}`} checked={useIsSelected(id)} onChange={() => toggleSelected(id)} />
    </label>
  )
}
