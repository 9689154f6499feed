import { themeDescriptions } from '@twofold/contract/mail-design/theme-descriptions'
import { themePresets } from '@twofold/contract/mail-design/theme-presets'
import { type LayoutType, themeDesign, type ThemeDesign } from '@twofold/contract/mail-design/themes'

export interface SystemTheme {
  /** The same as its layout's. */
  slug: LayoutType
  name: string
  description: string
  design: ThemeDesign
}

const { twofold, ocean, violet, graphite, terracotta } = themePresets.color_schemes
const { system, modern, friendly, compact, editorial } = themePresets.typography

/** One theme per layout; seeded at installation, and again whenever an administrator restores them. */
export const systemThemes: readonly SystemTheme[] = [
  {
    slug: 'standard',
    name: 'Standard',
    description: themeDescriptions.standard,
    design: design('standard', twofold, system, {
      header_style: 'solid',
      header_alignment: 'left',
      header_padding: 22,
      logo_size: 22,
      use_gradients: false,
      shadow_intensity: 'light',
      border_radius: '12px',
      button_style: 'rounded',
    }),
  },
  {
    slug: 'newsletter',
    name: 'Newsletter',
    description: themeDescriptions.newsletter,
    design: design('newsletter', ocean, modern, { header_style: 'gradient', logo_size: 32, use_shadows: false, border_radius: '8px' }),
  },
  {
    slug: 'card',
    name: 'Card',
    description: themeDescriptions.card,
    design: design('card', violet, friendly, {
      header_style: 'minimal',
      logo_size: 24,
      border_radius: '16px',
      button_style: 'pill',
      button_padding_x: 32,
      shadow_intensity: 'medium',
    }),
  },
  {
    slug: 'minimal',
    name: 'Minimal',
    description: themeDescriptions.minimal,
    design: design('minimal', graphite, compact, {
      container_width: 560,
      background_color: '#ffffff',
      header_style: 'minimal',
      header_alignment: 'left',
      header_padding: 10,
      padding: 32,
      logo_size: 18,
      font_size: 15,
      use_shadows: false,
      use_gradients: false,
      border_radius: '4px',
      button_style: 'square',
    }),
  },
  {
    slug: 'magazine',
    name: 'Magazine',
    description: themeDescriptions.magazine,
    design: design('magazine', terracotta, editorial, {
      header_style: 'minimal',
      header_padding: 26,
      logo_size: 30,
      padding: 44,
      use_shadows: false,
      use_gradients: false,
      border_radius: '0px',
      button_style: 'square',
    }),
  },
]

type Preset = { name: string } & Partial<ThemeDesign>

function design(layout: LayoutType, colours: Preset, typography: Preset, more: Partial<ThemeDesign>): ThemeDesign {
  const { name: _colours, ...colourFields } = colours
  const { name: _typography, ...typographyFields } = typography
  return themeDesign.parse({ ...colourFields, ...typographyFields, ...more, layout_type: layout })
}
