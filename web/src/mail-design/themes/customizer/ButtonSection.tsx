import { useLingui } from '@lingui/react/macro'
import { buttonStyle } from '@twofold/contract/mail-design/themes'
import { Select } from '../../../ui/Select.tsx'
import { ColourFields } from './ColourFields.tsx'
import { FormSection } from './FormSection.tsx'
import { PixelSliders } from './PixelSliders.tsx'
import { optionIn } from './option-in.ts'
import type { Customizer } from './use-customizer.ts'

export function ButtonSection(customizer: Customizer) {
  const { t } = useLingui()
  const { draft, set, errorOf } = customizer
  const styles: Record<(typeof buttonStyle.options)[number], string> = { rounded: t`Rounded`, square: t`Square`, pill: t`Pill` }
  const colours = [
    ['button_color', t`Button colour`],
    ['button_text_color', t`Button text colour`],
  ] as const
  const paddings = [
    ['button_padding_x', t`Padding to the sides`],
    ['button_padding_y', t`Padding above and below`],
  ] as const
  return (
    <FormSection title={t`Buttons`}>
      <Select
        label={t`Button style`}
        value={draft.button_style}
        error={errorOf('button_style')}
        onChange={({ target }) => set({ button_style: optionIn(buttonStyle.options, target.value) })}
        options={buttonStyle.options.map((value) => ({ value, label: styles[value] }))}
      />
      <div className="customizer-pairs">
        <ColourFields {...customizer} fields={colours} />
        <PixelSliders {...customizer} fields={paddings} />
      </div>
    </FormSection>
  )
}
