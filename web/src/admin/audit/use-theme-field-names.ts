import { useLingui } from '@lingui/react/macro'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'

export function useThemeFieldNames(): Record<keyof ThemeDesign, string> {
  const { t } = useLingui()
  return {
    layout_type: t`Layout`,
    primary_color: t`Primary color`,
    secondary_color: t`Secondary color`,
    accent_color: t`Accent color`,
    background_color: t`Background`,
    card_background: t`Card background`,
    text_color: t`Text`,
    heading_color: t`Headings`,
    link_color: t`Links`,
    border_color: t`Borders`,
    font_family: t`Font`,
    heading_font: t`Heading font`,
    font_size: t`Font size`,
    line_height: t`Line height`,
    container_width: t`Container width`,
    border_radius: t`Border radius`,
    padding: t`Padding`,
    header_padding: t`Header padding`,
    footer_padding: t`Footer padding`,
    show_header: t`Header shown`,
    header_style: t`Header style`,
    header_alignment: t`Header alignment`,
    logo_size: t`Size of the logo`,
    show_footer: t`Footer shown`,
    footer_style: t`Footer style`,
    show_unsubscribe: t`Link to unsubscribe shown`,
    show_social_links: t`Social links shown`,
    button_style: t`Button style`,
    button_color: t`Button color`,
    button_text_color: t`Button text color`,
    button_padding_x: t`Button padding to the sides`,
    button_padding_y: t`Button padding above and below`,
    use_shadows: t`Use shadows`,
    use_gradients: t`Use gradients`,
    shadow_intensity: t`Shadow intensity`,
    custom_css: t`Custom CSS`,
  }
}
