import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ColourDots } from '../ThemeCard.tsx'
import { presetsQuery } from '../themes.ts'
import { ColourFields } from './ColourFields.tsx'
import { FormSection } from './FormSection.tsx'
import { PresetChips } from './PresetChips.tsx'
import type { Customizer } from './use-customizer.ts'
import { FieldGrid } from '../../../ui/FieldGrid.tsx'

export function ColourSection({ isReadOnly, ...customizer }: Customizer & { isReadOnly: boolean }) {
  const { t } = useLingui()
  const { data: presets } = useQuery(presetsQuery)
  const colours = [
    ['primary_color', t`Primary color`],
    ['secondary_color', t`Secondary color`],
    ['accent_color', t`Accent color`],
    ['background_color', t`Background`],
    ['card_background', t`Card background`],
    ['text_color', t`Text`],
    ['heading_color', t`Headings`],
    ['link_color', t`Links`],
    ['border_color', t`Borders`],
  ] as const
  return (
    <FormSection title={t`Colors`}>
      {presets && !isReadOnly && (
        <PresetChips
          {...customizer}
          label={t`Color schemes`}
          presets={presets.color_schemes}
          sample={(scheme) => (
            <ColourDots isSmall colours={['primary_color', 'secondary_color', 'accent_color'].map((name) => String(scheme[name] ?? ''))} />
          )}
        />
      )}
      <FieldGrid by="pairs">
        <ColourFields {...customizer} fields={colours} />
      </FieldGrid>
    </FormSection>
  )
}
