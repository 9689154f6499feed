import { fontChoices, type ThemeDesign } from './themes.ts'

type ColourScheme = { name: string } & Pick<
  ThemeDesign,
  | 'primary_color'
  | 'secondary_color'
  | 'accent_color'
  | 'background_color'
  | 'card_background'
  | 'text_color'
  | 'heading_color'
  | 'link_color'
  | 'border_color'
  | 'button_color'
  | 'button_text_color'
>

type Typography = { name: string } & Pick<ThemeDesign, 'font_family' | 'heading_font' | 'font_size' | 'line_height'>

/** Choosing one copies its fields, all but the name, into the form. Text is readable in each: 4.5 to 1 at the least. */
export const themePresets = {
  color_schemes: {
    twofold: {
      name: 'Twofold',
      primary_color: '#0b6b67',
      secondary_color: '#085854',
      accent_color: '#3fbcb0',
      background_color: '#f6f8f8',
      card_background: '#ffffff',
      text_color: '#414d4f',
      heading_color: '#121a1b',
      link_color: '#0b6461',
      border_color: '#e1e6e6',
      button_color: '#0b6b67',
      button_text_color: '#ffffff',
    },
    violet: {
      name: 'Violet dusk',
      primary_color: '#5b5bd6',
      secondary_color: '#764ba2',
      accent_color: '#c66bd6',
      background_color: '#f7f7fc',
      card_background: '#ffffff',
      text_color: '#40405a',
      heading_color: '#1d1c33',
      link_color: '#4f4bc4',
      border_color: '#e4e4f0',
      button_color: '#5b5bd6',
      button_text_color: '#ffffff',
    },
    ocean: {
      name: 'Ocean',
      primary_color: '#1f5fa8',
      secondary_color: '#0e3f73',
      accent_color: '#38a3c7',
      background_color: '#f3f7fb',
      card_background: '#ffffff',
      text_color: '#3a4a5c',
      heading_color: '#10233a',
      link_color: '#1f5fa8',
      border_color: '#dbe5ef',
      button_color: '#1f5fa8',
      button_text_color: '#ffffff',
    },
    forest: {
      name: 'Forest',
      primary_color: '#2c6e49',
      secondary_color: '#1b4d34',
      accent_color: '#8fb996',
      background_color: '#f5f8f4',
      card_background: '#ffffff',
      text_color: '#3f4a42',
      heading_color: '#15241b',
      link_color: '#26623f',
      border_color: '#dfe7de',
      button_color: '#2c6e49',
      button_text_color: '#ffffff',
    },
    terracotta: {
      name: 'Terracotta',
      primary_color: '#a8452c',
      secondary_color: '#7c2f1e',
      accent_color: '#e0a458',
      background_color: '#faf6f1',
      card_background: '#fffdfa',
      text_color: '#4d4038',
      heading_color: '#2a1c15',
      link_color: '#98402a',
      border_color: '#eadfd3',
      button_color: '#a8452c',
      button_text_color: '#ffffff',
    },
    graphite: {
      name: 'Graphite',
      primary_color: '#24292f',
      secondary_color: '#3d454d',
      accent_color: '#8b949e',
      background_color: '#f6f7f8',
      card_background: '#ffffff',
      text_color: '#3d454d',
      heading_color: '#16191d',
      link_color: '#24292f',
      border_color: '#dfe3e7',
      button_color: '#24292f',
      button_text_color: '#ffffff',
    },
    midnight: {
      name: 'Midnight',
      primary_color: '#1f3a5f',
      secondary_color: '#16283f',
      accent_color: '#66d0c5',
      background_color: '#0d1213',
      card_background: '#141a1c',
      text_color: '#b2bdbf',
      heading_color: '#e9eeee',
      link_color: '#66d0c5',
      border_color: '#263033',
      button_color: '#3fbcb0',
      button_text_color: '#03211f',
    },
  },
  typography: {
    system: {
      name: 'System',
      font_family: fontChoices['System Default'],
      heading_font: fontChoices['System Default'],
      font_size: 16,
      line_height: 1.6,
    },
    modern: { name: 'Modern', font_family: fontChoices.Inter, heading_font: fontChoices.Inter, font_size: 15, line_height: 1.6 },
    friendly: { name: 'Friendly', font_family: fontChoices.Poppins, heading_font: fontChoices.Poppins, font_size: 15, line_height: 1.7 },
    classic: {
      name: 'Classic',
      font_family: fontChoices['Georgia serif'],
      heading_font: fontChoices['Georgia serif'],
      font_size: 17,
      line_height: 1.7,
    },
    editorial: {
      name: 'Editorial',
      font_family: fontChoices.Helvetica,
      heading_font: fontChoices['Georgia serif'],
      font_size: 16,
      line_height: 1.7,
    },
    compact: { name: 'Compact', font_family: fontChoices.Helvetica, heading_font: fontChoices.Helvetica, font_size: 14, line_height: 1.5 },
  },
} satisfies { color_schemes: Record<string, ColourScheme>; typography: Record<string, Typography> }
