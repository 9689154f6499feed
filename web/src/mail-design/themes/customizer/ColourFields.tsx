import { ColorField } from '../../../ui/ColorField.tsx'
import type { Customizer } from './use-customizer.ts'

type Colour = 'card_background' | Extract<keyof Customizer['draft'], `${string}_color`>
type ColourFieldsProps = Customizer & { fields: readonly (readonly [field: Colour, label: string])[] }

export function ColourFields({ draft, set, errorOf, warningOf, fields }: ColourFieldsProps) {
  return fields.map(([field, label]) => (
    <ColorField
      key={field}
      label={label}
      value={draft[field]}
      error={errorOf(field)}
      warning={warningOf(field)}
      onChange={(value) => set({ [field]: value })}
    />
  ))
}
