import { useLingui } from '@lingui/react/macro'
import { footerStyle, headerAlignment, headerStyle, themeRanges } from '@twofold/contract/mail-design/themes'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { FormSection } from './FormSection.tsx'
import { optionIn } from './option-in.ts'
import type { Customizer } from './use-customizer.ts'

export function HeaderSection({ draft, set, errorOf }: Customizer) {
  const { t } = useLingui()
  const styles: Record<(typeof headerStyle.options)[number], string> = { gradient: t`Gradient`, solid: t`Solid`, minimal: t`Minimal` }
  const alignments: Record<(typeof headerAlignment.options)[number], string> = { left: t`Left`, center: t`Center`, right: t`Right` }
  return (
    <FormSection title={t`Header`}>
      <Checkbox label={t`Show header`} checked={draft.show_header} onChange={({ target }) => set({ show_header: target.checked })} />
      {draft.show_header && (
        <div className="customizer-pairs">
          <Select
            label={t`Header style`}
            value={draft.header_style}
            error={errorOf('header_style')}
            onChange={({ target }) => set({ header_style: optionIn(headerStyle.options, target.value) })}
            options={headerStyle.options.map((value) => ({ value, label: styles[value] }))}
          />
          <Select
            label={t`Header alignment`}
            value={draft.header_alignment}
            error={errorOf('header_alignment')}
            onChange={({ target }) => set({ header_alignment: optionIn(headerAlignment.options, target.value) })}
            options={headerAlignment.options.map((value) => ({ value, label: alignments[value] }))}
          />
          <Slider
            label={t`Logo size`}
            unit="px"
            {...themeRanges.logo_size}
            value={draft.logo_size}
            error={errorOf('logo_size')}
            onChange={(logo_size) => set({ logo_size })}
          />
        </div>
      )}
    </FormSection>
  )
}

export function FooterSection({ draft, set, errorOf }: Customizer) {
  const { t } = useLingui()
  return (
    <FormSection title={t`Footer`}>
      <Checkbox label={t`Show footer`} checked={draft.show_footer} onChange={({ target }) => set({ show_footer: target.checked })} />
      {draft.show_footer && (
        <>
          <Select
            label={t`Footer style`}
            value={draft.footer_style}
            error={errorOf('footer_style')}
            onChange={({ target }) => set({ footer_style: optionIn(footerStyle.options, target.value) })}
            options={[{ value: 'standard', label: t`Standard` }]}
          />
          <Checkbox
            label={t`Show unsubscribe link`}
            description={t`In mail that people can choose not to get.`}
            checked={draft.show_unsubscribe}
            onChange={({ target }) => set({ show_unsubscribe: target.checked })}
          />
          <Checkbox
            label={t`Show social links`}
            description={t`The address of this installation.`}
            checked={draft.show_social_links}
            onChange={({ target }) => set({ show_social_links: target.checked })}
          />
        </>
      )}
    </FormSection>
  )
}
