import { safeHref } from './safe-href.ts'

const blocks = ['div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'center']
const tables = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const inline =
  'a abbr b br code del em font i img ins kbd mark q s samp small span strike strong sub sup time u wbr article aside figure figcaption footer header main section'

/** Elements allowed in the content of an e-mail. */
export const contentTags: readonly string[] = [...blocks, ...tables, ...inline.split(' ')]

/** Elements that go together with everything inside them. */
export const tagsWithoutText: readonly string[] =
  'script textarea option noscript xmp title noembed noframes plaintext template object svg math iframe'.split(' ')

const size = ['width', 'height', 'align', 'valign', 'bgcolor']

/** Attributes by element; `*` for all of them. */
export const contentAttributes: Readonly<Record<string, readonly string[]>> = {
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
}

/** The value of a `class` without what is no plain name: the inliner writes such attributes as they are, quotes included. */
export function safeClass(value: string): string {
  return value
    .split(/\s+/)
    .filter((name) => /^[\w-]+$/.test(name))
    .join(' ')
}

/** Allowed sources of images: the web, the e-mail itself, or data of a raster image. An SVG can contain scripts. */
export function isPicture(source: string): boolean {
  const address = source.replaceAll(/[\p{Cc}\s]+/gu, '')
  return /^data:/i.test(address)
    ? /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]*$/i.test(address)
    : /^cid:/i.test(address) || (/^https:/i.test(address) && safeHref(source) !== '#')
}
