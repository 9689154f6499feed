import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { fontChoices, themeRanges } from '@twofold/contract/mail-design/themes'
import { Select } from '../../../ui/Select.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { firstFont } from '../theme-words.ts'
import { presetsQuery } from '../themes.ts'
import { FormSection } from './FormSection.tsx'
import { PresetChips } from './PresetChips.tsx'
import type { Customizer } from './use-customizer.ts'
import { FieldGrid } from '../../../ui/FieldGrid.tsx'

export function TypographySection({ draft, set, field, isReadOnly }: Customizer & { isReadOnly: boolean }) {
  const { t } = useLingui()
  const { data: presets } = useQuery(presetsQuery)
  return (
    <FormSection title={t`Typography`}>
      {presets && !isReadOnly && <PresetChips draft={draft} set={set} label={t`Typography presets`} presets={presets.typography} />}
      <FieldGrid by="pairs">
        <FontSelect label={t`Font`} {...field('font_family')} />
        <FontSelect label={t`Heading font`} {...field('heading_font')} />
        <Slider label={t`Font size`} unit="px" {...themeRanges.font_size} {...field('font_size')} />
        <Slider label={t`Line height`} {...themeRanges.line_height} {...field('line_height')} />
      </FieldGrid>
    </FormSection>
  )
}

type FontSelectProps = { label: string; value: string; error: string | undefined; onChange: (stack: string) => void }

/** A font that came from elsewhere than this form stays as it is until another one is chosen. */
function FontSelect({ label, value, error, onChange }: FontSelectProps) {
  const { t } = useLingui()
  const choices: { value: string; label: string }[] = [
    { value: fontChoices['System Default'], label: t`System Default` },
    { value: fontChoices['Georgia serif'], label: t`Georgia serif` },
    { value: fontChoices.Helvetica, label: 'Helvetica' },
    { value: fontChoices.Inter, label: 'Inter' },
    { value: fontChoices.Poppins, label: 'Poppins' },
  ]
  const isKnown = choices.some((choice) => choice.value === value)
  return (
    <Select
      label={label}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
      options={isKnown ? choices : [...choices, { value, label: firstFont(value) }]}
    />
  )
}
