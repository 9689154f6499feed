import type { LayoutType, ThemeDesign } from '@twofold/contract/mail-design/themes'
import { safeHref } from './safe-href.ts'
import { wordsIn } from '../languages/languages.ts'
import { escapeHtml } from './mail-document.ts'
import { designedPalette, type Palette } from '../styles/palette.ts'

/** Parts of an e-mail. `content` is HTML, the rest is text. */
export interface MailParts {
  content: string
  appName: string
  appUrl: string
  unsubscribeUrl: string | undefined
  /** BCP 47. */
  language: string
}

/** The page around the container, in tables: Word, which renders e-mail in Outlook for Windows, supports nothing else. */
export function layoutBody(design: ThemeDesign, parts: MailParts): string {
  const palette = designedPalette(design)
  const width = design.container_width
  const [pageClass, ground] = design.layout_type === 'minimal' ? ['t-page-card', palette.card] : ['t-page', palette.background]
  return `${table(`t-table ${pageClass}`, ground)}<tr><td class="t-gutter" align="center">
<!--[if mso]><table role="presentation" align="center" width="${width}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
${table('t-container')}
${layouts[design.layout_type](blocks(design, parts, palette))}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>`
}

/** Class of `body`, whose background shows if an e-mail is shorter than the window. */
export function pageClass(layout: LayoutType): string {
  return layout === 'minimal' ? 't-page-card' : 't-page'
}

interface Blocks {
  /** A table with a ground of its own around `rows`. */
  card(rows: string, extraClass?: string): string
  header: string
  hasFilledHeader: boolean
  strip: string
  gap: string
  content: string
  footer(extraClass: string): string
}

const layouts: Record<LayoutType, (part: Blocks) => string> = {
  standard: (part) => part.card(part.header + part.content) + part.footer('t-footer-page'),
  newsletter: (part) => part.card(part.header + part.strip + part.content + part.footer('t-footer-card')),
  card: (part) =>
    part.header + (part.hasFilledHeader ? part.gap : '') + part.card(part.content, ' t-accent-top') + part.footer('t-footer-page'),
  minimal: (part) => part.header + part.card(part.content) + part.footer('t-footer-bare'),
  magazine: (part) => part.card(part.strip + part.header + part.content + part.footer('t-footer-filled')),
}

function blocks(design: ThemeDesign, parts: MailParts, palette: Palette): Blocks {
  const kind = design.header_style === 'minimal' ? 'plain' : 'filled'
  const ground = kind === 'filled' ? ` bgcolor="${palette.header}"` : ''
  const brand = `<a class="t-brand t-brand-${kind}" href="${escapeHtml(safeHref(parts.appUrl))}">${escapeHtml(parts.appName)}</a>`
  return {
    card: (rows, extraClass = '') => `<tr><td>${table(`t-table t-card${extraClass}`, palette.card)}${rows}</table></td></tr>`,
    header: design.show_header
      ? `<tr><td class="t-header t-header-${kind}" align="${design.header_alignment}"${ground}>${brand}</td></tr>\n`
      : '',
    hasFilledHeader: design.show_header && kind === 'filled',
    strip: `<tr><td class="t-strip" bgcolor="${palette.accent}">&nbsp;</td></tr>\n`,
    gap: '<tr><td class="t-gap">&nbsp;</td></tr>\n',
    content: `<tr><td class="t-content">\n${parts.content}\n</td></tr>\n`,
    footer: (extraClass) => footer(design, parts, extraClass),
  }
}

function footer(design: ThemeDesign, parts: MailParts, extraClass: string): string {
  if (!design.show_footer) return ''
  const link = (href: string, label: string) => `<a class="t-quiet" href="${escapeHtml(safeHref(href))}">${escapeHtml(label)}</a>`
  const words = wordsIn(parts.language).footer
  const lines = [`${words.sentBy} ${link(parts.appUrl, parts.appName)}`]
  // There are no accounts elsewhere to point to; the installation's own address is the one place that people can follow.
  if (design.show_social_links && URL.canParse(parts.appUrl)) lines.push(link(parts.appUrl, new URL(parts.appUrl).host))
  if (design.show_unsubscribe && parts.unsubscribeUrl) lines.push(link(parts.unsubscribeUrl, words.unsubscribe))
  return `<tr><td class="t-footer ${extraClass}">${lines.join('<br>')}</td></tr>\n`
}

function table(className: string, ground?: string): string {
  const colour = ground === undefined ? '' : ` bgcolor="${ground}"`
  return `<table role="presentation" class="${className}" width="100%" cellpadding="0" cellspacing="0" border="0"${colour}>`
}
