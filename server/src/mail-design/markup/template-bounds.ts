import { speak, type Spoken } from '../../platform/spoken.ts'

/** Limits of one template: tags and outputs, characters in all of them, and nesting depth. Far above what any e-mail needs. */
const marksMax = 1000
const codeLengthMax = 32 * 1024
const nestingMax = 50

const blocks = new Set(['if', 'unless', 'case', 'for', 'comment'])
const mark = /\{%-?\s*(\w*)|\{\{/g

/**
 * Reason why a template is not parsed at all, and its position; undefined if it may be. With thousands of tags, or hundreds nested, the parser blocks
 * for seconds or longer.
 */
export function excessOf(source: string): { message: Spoken; at: number } | undefined {
  let [marks, length, depth] = [0, 0, 0]
  for (const { 0: opening, 1: name = '', index: at } of source.matchAll(mark)) {
    const end = source.indexOf(opening === '{{' ? '}}' : '%}', at)
    marks += 1
    length += (end === -1 ? source.length : end) - at
    if (blocks.has(name)) depth += 1
    if (name.startsWith('end')) depth = Math.max(0, depth - 1)
    if (marks > marksMax) return { message: speak('markup.tags', { most: String(marksMax) }), at }
    if (length > codeLengthMax) return { message: speak('markup.tag_characters', { most: String(codeLengthMax) }), at }
    if (depth > nestingMax) return { message: speak('markup.nesting', { most: String(nestingMax) }), at }
  }
  return undefined
}
