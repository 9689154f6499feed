import './keys.css'
import { useLingui } from '@lingui/react/macro'
import { toggleSelected, useIsSelected } from './selection.ts'

/** In the place of a key's tile while keys are being chosen. */
export function SelectBox({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  return (
    <label className="key-select">
      <input type="checkbox" aria-label={t`Select ${name}`} checked={useIsSelected(id)} onChange={() => toggleSelected(id)} />
    </label>
  )
}
