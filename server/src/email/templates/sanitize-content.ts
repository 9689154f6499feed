import sanitizeHtml from 'sanitize-html'
import { cleanCss, cleanDeclarations } from '../themes/custom-css.ts'
import type { CleanCss } from '../themes/custom-css.ts'
import { safeHref } from './safe-href.ts'

const blocks = ['div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'center']
const tables = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const inline = [
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'del',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
]
const more = [
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'wbr',
  'article',
  'aside',
  'figure',
  'figcaption',
  'footer',
  'header',
  'main',
  'section',
  'style',
]

const size = ['width', 'height', 'align', 'valign', 'bgcolor']

/**
 * What an administrator wrote and data filled in, with nothing left that a mail has no use for: no script, frame, form or handler, no link
 * but to the web or a mailbox, no style that loads or moves. `<style>` elements come back apart, cleaned.
 * `href` says where a link may lead.
 */
export function sanitizeContent(html: string, href: (address: string) => string = safeHref): { content: string; css: CleanCss } {
  const styles: string[] = []
  const content = sanitizeHtml(html, {
    allowedTags: [...blocks, ...tables, ...inline, ...more],
    // `style` never reaches the result: its text is collected below and read by a parser of CSS.
    allowVulnerableTags: true,
    exclusiveFilter: ({ tag, text }) => tag === 'style' && styles.push(text) > 0,
    nonTextTags: [
      'script',
      'textarea',
      'option',
      'noscript',
      'xmp',
      'title',
      'noembed',
      'noframes',
      'plaintext',
      'template',
      'object',
      'svg',
      'math',
    ],
    allowedAttributes: {
      '*': ['class', 'style', 'dir', 'lang', 'title', 'role', 'aria-label', 'aria-hidden'],
      a: ['href', 'name', 'target'],
      img: ['src', 'alt', 'border', ...size],
      table: ['cellpadding', 'cellspacing', 'border', ...size],
      td: ['colspan', 'rowspan', 'headers', ...size],
      th: ['colspan', 'rowspan', 'scope', ...size],
      tr: size,
      col: ['span', 'width'],
      font: ['color', 'face', 'size'],
      ol: ['start', 'type'],
      p: ['align'],
      div: ['align'],
      time: ['datetime'],
    },
    // `href` is the matter of `safeHref`, which leaves a `#` in place of what it takes away.
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['https', 'data', 'cid'] },
    allowedSchemesAppliedToAttributes: ['src'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: 60,
    transformTags: { body: 'div', a: linkTo(href), img: image, '*': styled },
  })
  return { content: content.trim(), css: cleanCss(styles.join('\n')) }
}

type Transform = sanitizeHtml.Transformer

const linkTo =
  (href: (address: string) => string): Transform =>
  (tagName, attribs) => ({ tagName, attribs: attribs.href === undefined ? attribs : { ...attribs, href: href(attribs.href) } })

const image: Transform = (tagName, attribs) => ({ tagName, attribs: isForeignData(attribs.src) ? { ...attribs, src: '' } : attribs })

/** Data that is not a plain picture: an SVG can hold scripts and links of its own. */
function isForeignData(src = ''): boolean {
  return /^\s*data:/i.test(src) && !/^data:image\/(?:png|jpeg|gif|webp);base64,/i.test(src)
}

const styled: Transform = (tagName, { style, ...attribs }) => {
  const declarations = style === undefined ? '' : cleanDeclarations(style)
  return { tagName, attribs: declarations === '' ? attribs : { ...attribs, style: declarations } }
}
