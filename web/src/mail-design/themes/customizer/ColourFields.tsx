import { ColorField } from '../../../ui/ColorField.tsx'
import type { Customizer } from './use-customizer.ts'

type Colour = 'card_background' | Extract<keyof Customizer['draft'], `${string}_color`>
type ColourFieldsProps = Customizer & { fields: readonly (readonly [field: Colour, label: string])[] }

export function ColourFields({ field, warningOf, fields }: ColourFieldsProps) {
  return fields.map(([name, label]) => <ColorField key={name} label={label} warning={warningOf(name)} {...field(name)} />)
}
