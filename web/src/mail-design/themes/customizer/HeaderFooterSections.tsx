import { useLingui } from '@lingui/react/macro'
import { themeRanges } from '@twofold/contract/mail-design/themes'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { FormSection } from './FormSection.tsx'
import { OptionSelect } from './OptionSelect.tsx'
import type { Customizer } from './use-customizer.ts'
import { FieldGrid } from '../../../ui/FieldGrid.tsx'

export function HeaderSection({ draft, field, box }: Customizer) {
  const { t } = useLingui()
  return (
    <FormSection title={t`Header`}>
      <Checkbox label={t`Show header`} {...box('show_header')} />
      {draft.show_header && (
        <FieldGrid by="pairs">
          <OptionSelect
            label={t`Header style`}
            options={{ gradient: t`Gradient`, solid: t`Solid`, minimal: t`Minimal` }}
            {...field('header_style')}
          />
          <OptionSelect
            label={t`Header alignment`}
            options={{ left: t`Left`, center: t`Center`, right: t`Right` }}
            {...field('header_alignment')}
          />
          <Slider label={t`Logo size`} unit="px" {...themeRanges.logo_size} {...field('logo_size')} />
        </FieldGrid>
      )}
    </FormSection>
  )
}

export function FooterSection({ draft, field, box }: Customizer) {
  const { t } = useLingui()
  return (
    <FormSection title={t`Footer`}>
      <Checkbox label={t`Show footer`} {...box('show_footer')} />
      {draft.show_footer && (
        <>
          <OptionSelect label={t`Footer style`} options={{ standard: t`Standard` }} {...field('footer_style')} />
          <Checkbox label={t`Show unsubscribe link`} description={t`In e-mails that people can opt out of.`} {...box('show_unsubscribe')} />
          <Checkbox label={t`Show social links`} description={t`The address of this installation.`} {...box('show_social_links')} />
        </>
      )}
    </FormSection>
  )
}
