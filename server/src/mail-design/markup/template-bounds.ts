/** Tags and outputs of one template, characters in all of them, and how deep blocks nest: far above what any mail needs. */
const marksMax = 1000
const codeLengthMax = 32 * 1024
const nestingMax = 50

const blocks = new Set(['if', 'unless', 'case', 'for', 'comment'])
const mark = /\{%-?\s*(\w*)|\{\{/g

/**
 * Why a template is not even parsed, and at which character; undefined where it may be. For thousands of tags, or some hundred within each
 * other, the parser takes seconds and longer, in which nobody else is answered.
 */
export function excessOf(source: string): { message: string; at: number } | undefined {
  let [marks, length, depth] = [0, 0, 0]
  for (const { 0: opening, 1: name = '', index: at } of source.matchAll(mark)) {
    const end = source.indexOf(opening === '{{' ? '}}' : '%}', at)
    marks += 1
    length += (end === -1 ? source.length : end) - at
    if (blocks.has(name)) depth += 1
    if (name.startsWith('end')) depth = Math.max(0, depth - 1)
    if (marks > marksMax) return { message: `The template has more than ${marksMax} tags and outputs.`, at }
    if (length > codeLengthMax) return { message: `The template has more than ${codeLengthMax} characters in tags and outputs.`, at }
    if (depth > nestingMax) return { message: `Blocks are nested deeper than ${nestingMax} levels.`, at }
  }
  return undefined
}
