import { useLingui } from '@lingui/react/macro'
import { borderRadii, shadowIntensity } from '@twofold/contract/mail-design/themes'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { FormSection } from './FormSection.tsx'
import { PixelSliders } from './PixelSliders.tsx'
import { optionIn } from './option-in.ts'
import type { Customizer } from './use-customizer.ts'

/** Sizes, corners and effects of the mail as a whole. */
export function SpacingSection(customizer: Customizer) {
  const { t } = useLingui()
  const { draft, set, errorOf } = customizer
  const intensities: Record<(typeof shadowIntensity.options)[number], string> = {
    light: t({ message: 'Light', context: 'strength of a shadow' }),
    medium: t`Medium`,
    heavy: t`Heavy`,
  }
  const sliders = [
    ['container_width', t`Container width`],
    ['padding', t`Padding`],
    ['header_padding', t`Header padding`],
    ['footer_padding', t`Footer padding`],
  ] as const
  return (
    <FormSection title={t`Layout and effects`}>
      <div className="customizer-pairs">
        <PixelSliders {...customizer} fields={sliders} />
        <Select
          label={t`Border radius`}
          value={draft.border_radius}
          error={errorOf('border_radius')}
          onChange={({ target }) => set({ border_radius: optionIn(borderRadii, target.value) })}
          options={borderRadii.map((value) => ({ value, label: value }))}
        />
        {draft.use_shadows && (
          <Select
            label={t`Shadow intensity`}
            value={draft.shadow_intensity}
            error={errorOf('shadow_intensity')}
            onChange={({ target }) => set({ shadow_intensity: optionIn(shadowIntensity.options, target.value) })}
            options={shadowIntensity.options.map((value) => ({ value, label: intensities[value] }))}
          />
        )}
      </div>
      <Checkbox label={t`Use shadows`} checked={draft.use_shadows} onChange={({ target }) => set({ use_shadows: target.checked })} />
      <Checkbox
        label={t`Use gradients`}
        description={t`Outlook shows the plain primary colour in their place.`}
        checked={draft.use_gradients}
        onChange={({ target }) => set({ use_gradients: target.checked })}
      />
    </FormSection>
  )
}
