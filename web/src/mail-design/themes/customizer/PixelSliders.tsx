import { themeRanges } from '@twofold/contract/mail-design/themes'
import { Slider } from '../../../ui/Slider.tsx'
import type { Customizer } from './use-customizer.ts'

type PixelSlidersProps = Customizer & { fields: readonly (readonly [field: keyof typeof themeRanges, label: string])[] }

export function PixelSliders({ field, fields }: PixelSlidersProps) {
  return fields.map(([name, label]) => <Slider key={name} label={label} unit="px" {...themeRanges[name]} {...field(name)} />)
}
