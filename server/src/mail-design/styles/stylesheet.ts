import type { LayoutType, ThemeDesign } from '@twofold/contract/mail-design/themes'
import { darkPalette, designedPalette, type Palette, usesGradient } from './palette.ts'

/** In px. */
export function buttonRadius(design: ThemeDesign): number {
  return { square: 4, pill: 50, rounded: Number.parseInt(design.border_radius, 10) }[design.button_style]
}

/** The theme's CSS: what is inlined, and what stays in the head for dark devices and narrow ones. */
export function themeStylesheet(design: ThemeDesign): { css: string; conditionalCss: string } {
  const light = designedPalette(design)
  const dark = darkPalette(design)
  return {
    css: [
      ...structure(design),
      ...layoutRules[design.layout_type](design),
      ...write(colourRules(light), ''),
      ...gradient(design, light),
    ].join('\n'),
    conditionalCss: [narrow(design), ...(light.isDark ? [] : [darkScheme(dark)])].join('\n'),
  }
}

const shadowOpacity = { light: 0.05, medium: 0.1, heavy: 0.2 } as const

function structure(design: ThemeDesign): string[] {
  const font = quoted(design.font_family)
  const heading = quoted(design.heading_font)
  const { font_size: size, line_height: line } = design
  const lines = `font-size:${size}px;line-height:${line};mso-line-height-rule:exactly`
  return [
    'body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%;word-break:break-word;overflow-wrap:break-word}',
    'img{border:0;max-width:100%;height:auto}',
    '.t-table{border-collapse:separate;border-spacing:0;width:100%}',
    `.t-container{border-collapse:separate;border-spacing:0;width:100%;max-width:${design.container_width}px;margin:0 auto}`,
    '.t-gutter{padding:32px 16px}',
    `.t-card{border-style:solid;border-width:1px;border-radius:${design.border_radius}${shadow(design)}}`,
    `.t-header{padding:${design.header_padding}px ${design.padding}px;text-align:${design.header_alignment}}`,
    `.t-brand{font-family:${heading};font-size:${design.logo_size}px;line-height:1.25;font-weight:700;letter-spacing:-.02em;text-decoration:none}`,
    `.t-content{padding:${design.padding}px;font-family:${font};${lines}}`,
    `.t-footer{padding:${design.footer_padding}px ${design.padding}px;font-family:${font};font-size:${Math.max(12, size - 3)}px;line-height:1.6;text-align:center}`,
    '.t-quiet{text-decoration:underline}',
    `h1{margin:0 0 16px;font-family:${heading};font-size:${Math.round(size * 1.5)}px;line-height:1.3;font-weight:700;letter-spacing:-.01em}`,
    `h2{margin:28px 0 12px;font-family:${heading};font-size:${Math.round(size * 1.2)}px;line-height:1.35;font-weight:700}`,
    `h3{margin:24px 0 8px;font-family:${heading};font-size:${size}px;line-height:1.4;font-weight:700}`,
    `p,ul,ol,blockquote{margin:0 0 16px;font-family:${font};${lines}}`,
    'ul,ol{padding:0 0 0 24px}',
    'li{margin:0 0 6px}',
    'a{text-decoration:underline}',
    'blockquote{padding:2px 0 2px 16px;border-left-width:3px;border-left-style:solid}',
    'hr{border:0;border-top-width:1px;border-top-style:solid;margin:24px 0}',
    `.button{display:inline-block;padding:${design.button_padding_y}px ${design.button_padding_x}px;border-radius:${buttonRadius(design)}px;font-family:${font};font-size:${size}px;line-height:1.25;font-weight:600;text-align:center;text-decoration:none}`,
    `.actions{margin:24px 0}`,
    '.facts{width:100%;border-collapse:separate;border-spacing:0;margin:0 0 20px}',
    `.facts th{padding:10px 16px;width:34%;text-align:left;vertical-align:top;font-family:${font};font-size:${size - 2}px;line-height:1.5;font-weight:400;border-bottom-width:1px;border-bottom-style:solid}`,
    `.facts td{padding:10px 16px;vertical-align:top;font-family:${font};font-size:${size - 2}px;line-height:1.5;font-weight:600;border-bottom-width:1px;border-bottom-style:solid}`,
    `.note{padding:14px 16px;border-left-width:3px;border-left-style:solid;font-size:${size - 1}px}`,
    `.muted{font-size:${size - 2}px}`,
    '.t-content > :last-child{margin-bottom:0}',
  ]
}

/** Additional rules per layout; positions are in `layouts.ts`. */
const layoutRules: Record<LayoutType, (design: ThemeDesign) => string[]> = {
  standard: (design) => [
    `.t-header{border-radius:${inner(design)} ${inner(design)} 0 0}`,
    '.t-header-plain{border-bottom-width:1px;border-bottom-style:solid}',
  ],
  newsletter: (design) => [
    '.t-card{border-radius:0}',
    `.t-header{padding-top:${Math.round(design.header_padding * 1.4)}px;padding-bottom:${Math.round(design.header_padding * 1.4)}px}`,
    `h1{font-size:${Math.round(design.font_size * 1.75)}px}`,
    '.t-strip{height:4px;line-height:4px;font-size:0}',
    '.t-footer{border-top-width:1px;border-top-style:solid}',
  ],
  card: (design) => [
    `.t-header{border-radius:${design.border_radius}}`,
    `.t-header-plain{padding:8px ${design.padding}px 24px}`,
    '.t-gap{height:16px;line-height:16px;font-size:0}',
    '.t-card{border-top-width:4px}',
  ],
  minimal: (design) => [
    '.t-card{border-width:0;box-shadow:none;border-radius:0}',
    `.t-header-plain{padding:${design.header_padding}px 8px 0}`,
    '.t-content{padding-left:8px;padding-right:8px}',
    '.t-footer{padding-left:8px;padding-right:8px;text-align:inherit;border-top-width:1px;border-top-style:solid}',
  ],
  magazine: (design) => [
    '.t-card{border-radius:0}',
    '.t-strip{height:6px;line-height:6px;font-size:0}',
    '.t-header-plain{border-bottom-width:3px;border-bottom-style:double}',
    '.t-brand{letter-spacing:.08em;text-transform:uppercase}',
    `h1{font-size:${Math.round(design.font_size * 1.9)}px;line-height:1.2;font-weight:400}`,
  ],
}

/** Outlook, which knows no gradients, shows the plain color below it. */
function gradient(design: ThemeDesign, { header, headerEnd }: Palette): string[] {
  return usesGradient(design) ? [`.t-header-filled{background-image:linear-gradient(135deg,${header},${headerEnd})}`] : []
}

function shadow(design: ThemeDesign): string {
  return design.use_shadows ? `;box-shadow:0 4px 16px rgba(0,0,0,${shadowOpacity[design.shadow_intensity]})` : ''
}

/** Within a line of 1 px. */
function inner(design: ThemeDesign): string {
  return `${Math.max(0, Number.parseInt(design.border_radius, 10) - 1)}px`
}

/** Single quotes, as the CSS goes into attributes. */
function quoted(font: string): string {
  return font.replaceAll('"', "'")
}

function narrow(design: ThemeDesign): string {
  const sides = design.layout_type === 'minimal' ? 8 : Math.min(20, design.padding)
  return `@media (max-width:480px){.t-gutter{padding:12px 8px!important}.t-header,.t-footer{padding-left:${sides}px!important;padding-right:${sides}px!important}.t-content{padding:${Math.min(24, design.padding)}px ${sides}px!important}.button{display:block!important}.facts th,.facts td{display:block!important;width:auto!important}.facts th{padding-bottom:0!important;border-bottom-width:0!important}.facts td{padding-top:0!important}}`
}

/** The same for every scheme; only the colors differ. */
function colourRules(palette: Palette): [selector: string, declarations: Record<string, string>][] {
  return [
    ['.t-page', { 'background-color': palette.background }],
    ['.t-page-card', { 'background-color': palette.card }],
    ['.t-card', { 'background-color': palette.card, 'border-color': palette.border }],
    ['.t-accent-top', { 'border-top-color': palette.accent }],
    ['.t-strip', { 'background-color': palette.accent }],
    ['.t-header-plain', { 'border-color': palette.border }],
    ['.t-brand-plain', { color: palette.brand }],
    ['.t-content', { color: palette.text }],
    ['.t-footer', { color: palette.mutedOnBackground, 'border-color': palette.border }],
    ['.t-footer-card', { color: palette.muted, 'background-color': palette.soft }],
    ['.t-footer-page', { color: palette.muted }],
    ['p,ul,ol,li,blockquote', { color: palette.text }],
    ['h1,h2,h3', { color: palette.heading }],
    ['a', { color: palette.link }],
    ['blockquote,hr', { 'border-color': palette.border }],
    ['.facts', { 'background-color': palette.soft }],
    ['.facts th', { color: palette.muted, 'border-color': palette.card }],
    ['.facts td', { color: palette.heading, 'border-color': palette.card }],
    ['.note', { color: palette.text, 'background-color': palette.soft, 'border-color': palette.accent }],
    ['.muted', { color: palette.muted }],
    ['.button', { color: palette.buttonText, 'background-color': palette.button }],
    ['.t-quiet', { color: 'inherit' }],
    ['.t-header-filled', { 'background-color': palette.header }],
    ['.t-brand-filled', { color: palette.headerText }],
    ['.t-footer-filled', { color: palette.headerSmallText, 'background-color': palette.header }],
  ]
}

function write(rules: ReturnType<typeof colourRules>, priority: '' | '!important'): string[] {
  return rules.map(([selector, declarations]) => {
    const lines = Object.entries(declarations).map(([property, value]) => `${property}:${value}${priority}`)
    return `${selector}{${lines.join(';')}}`
  })
}

/** Outlook.com marks what it recoloured with attributes of its own: `data-ogsc` where text is meant, `data-ogsb` where grounds are. */
function darkScheme(dark: Palette): string {
  const rules = colourRules(dark)
  const marked = (attribute: string, isWanted: (property: string) => boolean) =>
    rules.flatMap(([selector, declarations]): ReturnType<typeof colourRules> => {
      const wanted = Object.entries(declarations).filter(([property]) => isWanted(property))
      const scoped = selector.split(',').map((part) => `[${attribute}] ${part}`)
      return wanted.length > 0 ? [[scoped.join(','), Object.fromEntries(wanted)]] : []
    })
  return [
    `@media (prefers-color-scheme:dark){${write(rules, '!important').join('')}}`,
    ...write(
      marked('data-ogsc', (property) => property === 'color'),
      '!important',
    ),
    ...write(
      marked('data-ogsb', (property) => property !== 'color'),
      '!important',
    ),
  ].join('\n')
}
