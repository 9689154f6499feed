import { useLingui } from '@lingui/react/macro'
import { ColourFields } from './ColourFields.tsx'
import { FormSection } from './FormSection.tsx'
import { PixelSliders } from './PixelSliders.tsx'
import { OptionSelect } from './OptionSelect.tsx'
import type { Customizer } from './use-customizer.ts'
import { FieldGrid } from '../../../ui/FieldGrid.tsx'

export function ButtonSection(customizer: Customizer) {
  const { t } = useLingui()
  const colours = [
    ['button_color', t`Button color`],
    ['button_text_color', t`Button text color`],
  ] as const
  const paddings = [
    ['button_padding_x', t`Padding to the sides`],
    ['button_padding_y', t`Padding above and below`],
  ] as const
  return (
    <FormSection title={t`Buttons`}>
      <OptionSelect
        label={t`Button style`}
        options={{ rounded: t`Rounded`, square: t`Square`, pill: t`Pill` }}
        {...customizer.field('button_style')}
      />
      <FieldGrid by="pairs">
        <ColourFields {...customizer} fields={colours} />
        <PixelSliders {...customizer} fields={paddings} />
      </FieldGrid>
    </FormSection>
  )
}
