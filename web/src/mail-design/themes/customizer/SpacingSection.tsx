import { useLingui } from '@lingui/react/macro'
import { borderRadii } from '@twofold/contract/mail-design/themes'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FormSection } from './FormSection.tsx'
import { PixelSliders } from './PixelSliders.tsx'
import { OptionSelect } from './OptionSelect.tsx'
import type { Customizer } from './use-customizer.ts'
import { FieldGrid } from '../../../ui/FieldGrid.tsx'

const radii = Object.fromEntries(borderRadii.map((radius) => [radius, radius])) as Record<(typeof borderRadii)[number], string>

/** Sizes, corners and effects of the whole e-mail. */
export function SpacingSection(customizer: Customizer) {
  const { t } = useLingui()
  const { draft, field, box } = customizer
  const sliders = [
    ['container_width', t`Container width`],
    ['padding', t`Padding`],
    ['header_padding', t`Header padding`],
    ['footer_padding', t`Footer padding`],
  ] as const
  return (
    <FormSection title={t`Layout and effects`}>
      <FieldGrid by="pairs">
        <PixelSliders {...customizer} fields={sliders} />
        <OptionSelect label={t`Border radius`} options={radii} {...field('border_radius')} />
        {draft.use_shadows && (
          <OptionSelect
            label={t`Shadow intensity`}
            options={{
              light: t({ message: 'Light', context: 'strength of a shadow' }),
              medium: t`Medium`,
              heavy: t`Heavy`,
            }}
            {...field('shadow_intensity')}
          />
        )}
      </FieldGrid>
      <Checkbox label={t`Use shadows`} {...box('use_shadows')} />
      <Checkbox label={t`Use gradients`} description={t`Outlook shows the plain primary color in their place.`} {...box('use_gradients')} />
    </FormSection>
  )
}
