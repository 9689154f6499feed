import { speak } from '../../platform/spoken.ts'

/** Brackets within each other: far above what any style needs, and far below what parsers of CSS, which call themselves, can take. */
const nestingMax = 24

const quotedOrBracket = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|\\[^]|[([{]|[)\]}]/g

/** Index of the first bracket that nests too deeply for `css` to be parsed at all. */
export function tooDeepAt(css: string): number | undefined {
  let depth = 0
  for (const { 0: found, index } of css.matchAll(quotedOrBracket)) {
    if ('([{'.includes(found)) depth += 1
    else if (')]}'.includes(found)) depth = Math.max(0, depth - 1)
    if (depth > nestingMax) return index
  }
  return undefined
}

export const tooDeep = speak('markup.css_brackets', { most: String(nestingMax) })
