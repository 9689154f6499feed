import { themeRanges } from '@twofold/contract/mail-design/themes'
import { Slider } from '../../../ui/Slider.tsx'
import type { Customizer } from './use-customizer.ts'

type PixelSlidersProps = Customizer & { fields: readonly (readonly [field: keyof typeof themeRanges, label: string])[] }

export function PixelSliders({ draft, set, errorOf, fields }: PixelSlidersProps) {
  return fields.map(([field, label]) => (
    <Slider
      key={field}
      label={label}
      unit="px"
      {...themeRanges[field]}
      value={draft[field]}
      error={errorOf(field)}
      onChange={(value) => set({ [field]: value })}
    />
  ))
}
