import * as z from 'zod/mini'
import { isStorable } from '../hidden-characters.ts'

export const layoutType = z.enum(['standard', 'newsletter', 'card', 'minimal', 'magazine'])
export type LayoutType = z.infer<typeof layoutType>

export const borderRadii = ['0px', '4px', '8px', '12px', '16px', '20px'] as const
export const headerStyle = z.enum(['gradient', 'solid', 'minimal'])
export const headerAlignment = z.enum(['left', 'center', 'right'])
export const footerStyle = z.enum(['standard'])
export const buttonStyle = z.enum(['rounded', 'square', 'pill'])
export const shadowIntensity = z.enum(['light', 'medium', 'heavy'])

/** Choices of the form. E-mails load no fonts: if one is not installed, the rest of its stack is used. */
export const fontChoices = {
  'System Default': "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  'Georgia serif': "Georgia, 'Times New Roman', serif",
  Helvetica: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  Inter: "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
  Poppins: "Poppins, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
} as const
const systemFont = fontChoices['System Default']

/** Bounds of the sliders, both included. Sizes in px, `line_height` as a factor. */
export const themeRanges = {
  font_size: { min: 10, max: 24, step: 1 },
  line_height: { min: 1, max: 3, step: 0.1 },
  container_width: { min: 400, max: 800, step: 1 },
  padding: { min: 10, max: 80, step: 1 },
  header_padding: { min: 10, max: 80, step: 1 },
  footer_padding: { min: 10, max: 80, step: 1 },
  logo_size: { min: 16, max: 48, step: 1 },
  button_padding_x: { min: 8, max: 64, step: 1 },
  button_padding_y: { min: 4, max: 32, step: 1 },
} as const

const colour = (fallback: string) =>
  z._default(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Please give a color as #rrggbb'), z.toLowerCase()), fallback)

/** A list of family names, quoted or not. Nothing else matches, so that no font can end its declaration. */
const fontStack = /^(?:'[\w -]+'|"[\w -]+"|-?[a-z][\w-]*(?: [a-z][\w-]*)*)(?:, ?(?:'[\w -]+'|"[\w -]+"|-?[a-z][\w-]*(?: [a-z][\w-]*)*))*$/i
const font = z._default(z.string().check(z.maxLength(300), z.regex(fontStack, 'Please give a list of font names')), systemFont)

const pixels = (name: Exclude<keyof typeof themeRanges, 'line_height'>, fallback: number) =>
  z._default(z.int().check(z.minimum(themeRanges[name].min), z.maximum(themeRanges[name].max)), fallback)

const lineHeight = z.number().check(z.minimum(themeRanges.line_height.min), z.maximum(themeRanges.line_height.max))

/**
 * Design of an e-mail. Every field has a default, so that `{}` is a whole design. The server decides about `custom_css`: it parses the text and uses
 * only what is allowed.
 */
export const themeDesign = z.strictObject({
  layout_type: z._default(layoutType, 'standard'),
  primary_color: colour('#667eea'),
  secondary_color: colour('#764ba2'),
  accent_color: colour('#f093fb'),
  background_color: colour('#f8fafc'),
  card_background: colour('#ffffff'),
  text_color: colour('#2d3748'),
  heading_color: colour('#1a202c'),
  link_color: colour('#5a67d8'),
  border_color: colour('#e5e7eb'),
  font_family: font,
  heading_font: font,
  font_size: pixels('font_size', 16),
  line_height: z._default(lineHeight, 1.6),
  container_width: pixels('container_width', 600),
  border_radius: z._default(z.enum(borderRadii), '12px'),
  padding: pixels('padding', 40),
  header_padding: pixels('header_padding', 30),
  footer_padding: pixels('footer_padding', 20),
  show_header: z._default(z.boolean(), true),
  header_style: z._default(headerStyle, 'gradient'),
  header_alignment: z._default(headerAlignment, 'center'),
  logo_size: pixels('logo_size', 28),
  show_footer: z._default(z.boolean(), true),
  footer_style: z._default(footerStyle, 'standard'),
  show_unsubscribe: z._default(z.boolean(), true),
  show_social_links: z._default(z.boolean(), false),
  button_style: z._default(buttonStyle, 'rounded'),
  button_color: colour('#667eea'),
  button_text_color: colour('#ffffff'),
  button_padding_x: pixels('button_padding_x', 24),
  button_padding_y: pixels('button_padding_y', 12),
  use_shadows: z._default(z.boolean(), true),
  use_gradients: z._default(z.boolean(), true),
  shadow_intensity: z._default(shadowIntensity, 'medium'),
  custom_css: z._default(z.string().check(z.maxLength(20_000), z.refine(isStorable)), ''),
})
export type ThemeDesign = z.infer<typeof themeDesign>
