import sanitizeHtml from 'sanitize-html'
import { cleanCss, type CleanCss, cleanDeclarations } from '../styles/custom-css.ts'
import { contentAttributes, contentTags, isPicture, safeClass, tagsWithoutText } from './markup-allow-list.ts'
import { safeHref } from './safe-href.ts'

/**
 * Sanitizes rendered content: no scripts, frames, forms or handlers, no links but to the web or a mailbox, no styles that load or move. `<style>`
 * elements are returned separately, cleaned. `href` sanitizes links.
 */
export function sanitizeContent(html: string, href: (address: string) => string = safeHref): { content: string; css: CleanCss } {
  const styles: string[] = []
  const content = sanitizeHtml(html, {
    allowedTags: [...contentTags, 'style'],
    // `style` never reaches the result: its text is collected below and read by a parser of CSS.
    allowVulnerableTags: true,
    exclusiveFilter: ({ tag, text }) => tag === 'style' && styles.push(text) > 0,
    nonTextTags: [...tagsWithoutText],
    allowedAttributes: Object.fromEntries(Object.entries(contentAttributes).map(([tag, names]) => [tag, [...names]])),
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

const image: Transform = (tagName, attribs) => ({ tagName, attribs: isPicture(attribs.src ?? '') ? attribs : { ...attribs, src: '' } })

const styled: Transform = (tagName, { style, class: names, ...attribs }) => {
  const classes = names === undefined ? '' : safeClass(names)
  const declarations = style === undefined ? '' : cleanDeclarations(style)
  return {
    tagName,
    attribs: { ...attribs, ...(classes === '' ? {} : { class: classes }), ...(declarations === '' ? {} : { style: declarations }) },
  }
}
