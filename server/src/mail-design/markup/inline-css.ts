import { inline } from '@css-inline/css-inline'
import { speak } from '../../platform/spoken.ts'
import { TemplateError } from './template-error.ts'

/**
 * Selectors and declarations times elements: the cost of inlining, and how far it enlarges a small template. The inliner is native code and cannot be
 * interrupted, so it only starts what takes at most some hundred milliseconds. A theme has about 70 selectors and 250 declarations.
 */
const matchesMax = 1_000_000
const declarationsMax = 1500
/** Characters of an e-mail with inlined styles. */
const inlinedLengthMax = 2 * 1024 * 1024

/** Nothing is ever fetched. What only some clients apply stays in a `<style>` that is marked for keeping. Throws `TemplateError`. */
export function inlineCss(html: string): string {
  const elements = html.match(/<[a-z]/gi)?.length ?? 0
  const css = Array.from(html.matchAll(/<style>([^<]*)<\/style>/g), ([, sheet = '']) => sheet).join('')
  const selectors = css.match(/[,{ >+~]/g)?.length ?? 0
  const declarations = css.match(/[;{]/g)?.length ?? 0
  if (declarations > declarationsMax || (selectors + declarations) * elements > matchesMax) {
    throw new TemplateError(speak('markup.css_too_large', { declarations: String(declarations), elements: String(elements) }))
  }
  const inlined = inline(html, { keepStyleTags: false, loadRemoteStylesheets: false })
  if (inlined.length > inlinedLengthMax) throw new TemplateError(speak('markup.css_too_long'))
  return inlined
}
