import { parseSync, Visitor } from 'oxc-parser'

const declaring = new Set(['test', 'describe', 'pipelined'])

/** The function that is called at the root of `test.each(…)` or `test.for(…)`. @param {import('oxc-parser').Expression | import('oxc-parser').Super} callee */
function rootOf(callee) {
  let root = callee
  while (root.type === 'MemberExpression' || root.type === 'CallExpression')
    root = root.type === 'MemberExpression' ? root.object : root.callee
  return root.type === 'Identifier' ? root.name : undefined
}

/**
 * Titles of the tests in a source, and whether each is read after the title of a `describe` around it.
 * @param {string} path @param {string} text
 * @returns {{ title: string, index: number, isContinued: boolean }[]}
 */
export function testTitles(path, text) {
  /** @type {{ title: string, index: number, isContinued: boolean }[]} */
  const titles = []
  let depth = 0
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const name = rootOf(callee)
      if (name === undefined || !declaring.has(name)) return
      if (title?.type === 'Literal' && typeof title.value === 'string')
        titles.push({ title: title.value, index: title.start, isContinued: depth > 0 })
      if (name === 'describe') depth += 1
    },
    'CallExpression:exit'({ callee }) {
      if (rootOf(callee) === 'describe') depth -= 1
    },
  }).visit(parseSync(path, text).program)
  return titles
}
