import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Chip } from '../../../ui/Chip.tsx'
import { ColourDots } from '../ThemeCard.tsx'
import { presetsQuery } from '../themes.ts'
import { ColourFields } from './ColourFields.tsx'
import { FormSection } from './FormSection.tsx'
import { type Customizer, hasPreset, withPreset } from './use-customizer.ts'

export function ColourSection({ isReadOnly, ...customizer }: Customizer & { isReadOnly: boolean }) {
  const { draft, set } = customizer
  const { t } = useLingui()
  const { data: presets } = useQuery(presetsQuery)
  const colours = [
    ['primary_color', t`Primary colour`],
    ['secondary_color', t`Secondary colour`],
    ['accent_color', t`Accent colour`],
    ['background_color', t`Background`],
    ['card_background', t`Card background`],
    ['text_color', t`Text`],
    ['heading_color', t`Headings`],
    ['link_color', t`Links`],
    ['border_color', t`Borders`],
  ] as const
  return (
    <FormSection title={t`Colours`}>
      {presets && !isReadOnly && (
        <div className="customizer-presets" role="group" aria-label={t`Colour schemes`}>
          {Object.entries(presets.color_schemes).map(([key, scheme]) => (
            <Chip key={key} isSelected={hasPreset(draft, scheme)} onChange={() => set(withPreset(draft, scheme))}>
              <ColourDots colours={[scheme['primary_color'] ?? '', scheme['secondary_color'] ?? '', scheme['accent_color'] ?? '']} />
              {scheme['name']}
            </Chip>
          ))}
        </div>
      )}
      <div className="customizer-pairs">
        <ColourFields {...customizer} fields={colours} />
      </div>
    </FormSection>
  )
}
