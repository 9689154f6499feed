import type { Node } from 'oxc-parser'

/** One change to a source file: `text` in place of the characters from `start` to `end`. */
export interface Change {
  start: number
  end: number
  text: string
  /**
   * How the change is compiled in beside the original: `value` chooses between two expressions, `method` between two names after a dot,
   * `statement` leaves a statement out.
   */
  as: 'value' | 'method' | 'statement'
}

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '**': ['*'],
}

const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['toLowerCase', 'toString'],
  ['toUpperCase', 'toString'],
  ['trim', 'toString'],
])

/** Texts that only people or operators read are left to other tests. */
const wordCalls = /^(?:\w*Error|fail|log|warn|info|error|debug|emit|enqueue|Sentence)$/
const wordKeys = new Set(['message', 'title', 'description', 'summary', 'note', 'advice', 'says'])

/** The changes to try at a node, given those above it (nearest last) and the text of its file. */
export function changesAt(node: Node, above: readonly Node[], code: string): Change[] {
  const { start, end } = node
  const textOf = ({ start, end }: { start: number; end: number }) => code.slice(start, end)
  const value = (text: string, at: { start: number; end: number } = node): Change => ({ start: at.start, end: at.end, text, as: 'value' })
  const parent = above.at(-1)

  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [value('true', node.test), value('false', node.test)]
    case 'WhileStatement':
    case 'DoWhileStatement':
      return [value('false', node.test)]
    case 'BinaryExpression': {
      const [left, right] = [textOf(node.left), textOf(node.right)]
      if (node.operator === '+' && (isText(node.left) || isText(node.right))) return []
      // A condition that is only this is tried as true and as false, and its opposite could tell no more.
      const others = comparisons[node.operator] ?? []
      return (isTest(node, parent) ? others.filter(isBoundary(node.operator)) : others).map((other) =>
        value(`(${left}) ${other} (${right})`),
      )
    }
    case 'LogicalExpression': {
      const [left, right] = [textOf(node.left), textOf(node.right)]
      if (node.operator === '??') return [value(left)]
      return [value(`(${left}) ${node.operator === '&&' ? '||' : '&&'} (${right})`)]
    }
    case 'UnaryExpression':
      return node.operator === '!' && !isTest(node, parent) ? [value(textOf(node.argument))] : []
    case 'AssignmentExpression': {
      if (node.operator !== '+=' && node.operator !== '-=') return []
      const other = node.operator === '+=' ? '-=' : '+='
      return [value(`${textOf(node.left)} ${other} ${textOf(node.right)}`)]
    }
    case 'ReturnStatement':
      return node.argument === null || isPlain(node.argument) ? [] : [value('undefined', node.argument)]
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' || isPlain(node.body) ? [] : [value('undefined', parenthesised(node.body, code))]
    case 'ExpressionStatement':
      return isRemovable(node) ? [{ start, end, text: '', as: 'statement' }] : []
    case 'ArrayExpression':
      return node.elements.length > 0 ? [value('[]')] : []
    case 'MemberExpression': {
      const other = node.property.type === 'Identifier' && !node.computed ? methods.get(node.property.name) : undefined
      if (other === undefined || parent?.type !== 'CallExpression' || parent.callee !== node) return []
      return [{ start: node.property.start, end: node.property.end, text: other, as: 'method' }]
    }
    case 'Literal':
      return literalTexts(node, above).map((text) => value(text))
    default:
      return []
  }
}

function literalTexts(node: Extract<Node, { type: 'Literal' }>, above: readonly Node[]): string[] {
  const parent = above.at(-1)
  if (parent?.type === 'Property' && parent.key === node) return []
  if ('regex' in node && node.regex) return regexTexts(node.regex)
  if (typeof node.value === 'boolean') return [String(!node.value)]
  if (typeof node.value === 'number') return [String(node.value + 1)]
  if (typeof node.value === 'string' && !isOnlyWords(above)) return [node.value === '' ? `'?'` : `''`]
  return []
}

/** An expression that is anchored at one end less. */
function regexTexts({ pattern, flags }: { pattern: string; flags: string }): string[] {
  const texts = []
  if (pattern.startsWith('^') && pattern.length > 1) texts.push(`/${pattern.slice(1)}/${flags}`)
  if (/(?<!\\)\$$/.test(pattern) && pattern.length > 1) texts.push(`/${pattern.slice(0, -1)}/${flags}`)
  return texts
}

/** Whether a text decides nothing here, or what it decides is tried by a change next to it. */
function isOnlyWords(above: readonly Node[]): boolean {
  const parent = above.at(-1)
  if (parent === undefined) return true
  if (parent.type === 'BinaryExpression' || parent.type === 'MemberExpression') return true
  if (parent.type === 'ArrayExpression') return parent.elements.every((element) => element?.type === 'Literal')
  if (parent.type === 'Property') {
    return parent.key.type === 'Identifier' && wordKeys.has(parent.key.name)
  }
  return above.some(
    (outer) => (outer.type === 'CallExpression' || outer.type === 'NewExpression') && wordCalls.test(nameOf(outer.callee) ?? ''),
  )
}

function isRemovable({ expression }: Extract<Node, { type: 'ExpressionStatement' }>): boolean {
  const inner = expression.type === 'AwaitExpression' ? expression.argument : expression
  if (inner.type !== 'CallExpression') return false
  const name = nameOf(inner.callee)
  return (
    name !== 'super' && !wordCalls.test(name ?? '') && !(inner.callee.type === 'MemberExpression' && nameOf(inner.callee.object) === 'log')
  )
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : undefined
}

const isText = (node: Node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

const isTest = (node: Node, parent: Node | undefined) => parent !== undefined && 'test' in parent && parent.test === node

const isBoundary = (operator: string) => (other: string) => /^[<>]=?$/.test(operator) && other[0] === operator[0]

/** Changed by what is inside; without them every test would fail. */
const changedInside = new Set([
  'ArrowFunctionExpression',
  'BinaryExpression',
  'ConditionalExpression',
  'FunctionExpression',
  'Literal',
  'LogicalExpression',
  'ObjectExpression',
])

const isPlain = (node: Node) =>
  changedInside.has(node.type) ||
  (node.type === 'UnaryExpression' && node.operator === '!') ||
  (node.type === 'Identifier' && node.name === 'undefined')

/** With the parentheses around it: `() => ({})`. */
function parenthesised({ start, end }: { start: number; end: number }, code: string) {
  const before = /\(\s*$/.exec(code.slice(0, start))
  const after = /^\s*\)/.exec(code.slice(end))
  const isBody =
    before !== null &&
    after !== null &&
    code
      .slice(0, start - before[0].length)
      .trimEnd()
      .endsWith('=>')
  return isBody ? { start: start - before[0].length, end: end + after[0].length } : { start, end }
}
