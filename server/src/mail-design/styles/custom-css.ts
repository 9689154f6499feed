import { type Atrule, type Block, type CssNode, type Declaration, generate, parse, type Rule, walk } from 'css-tree'
import { speak, type Spoken } from '../../platform/spoken.ts'
import { tooDeep, tooDeepAt } from './bounded-css.ts'
import { refusal } from './css-allow-list.ts'

export interface CssProblem {
  message: Spoken
  /** Both from 1. */
  line: number
  column: number
}

/** The parts of `css` that will be ignored, and why. Empty: none. */
export function checkCustomCss(css: string): CssProblem[] {
  return readCss(css).problems
}

export interface CleanCss {
  /** Can be inlined. */
  rules: string
  /** Media queries: these have to stay in the head. */
  media: string
}

/** The part of `css` that is on the list, rewritten from its syntax tree; it holds no `<`, so it cannot leave its `<style>`. */
export function cleanCss(css: string): CleanCss {
  return readCss(css).clean
}

/** The same for the value of a `style` attribute. */
export function cleanDeclarations(style: string): string {
  return keptDeclarations(style).clean
}

/** Verbatim if all of it is allowed and unambiguous to every parser; otherwise as `cleanDeclarations` writes it. */
export function checkedDeclarations(style: string): string {
  const { clean, isWhole } = keptDeclarations(style)
  return isWhole && !/[<>{}@\\\p{Cc}]|\/\*/u.test(style) ? style : clean
}

function keptDeclarations(style: string): { clean: string; isWhole: boolean } {
  // Braces belong to rules, and css-tree has been seen to go round for ever on those that it met among declarations.
  if (/[{}]/.test(style) || tooDeepAt(style) !== undefined) return { clean: '', isWhole: false }
  let isRead = true
  const tree = parse(style, {
    context: 'declarationList',
    onParseError: () => {
      isRead = false
    },
  })
  if (tree.type !== 'DeclarationList') return { clean: '', isWhole: false }
  const nodes = tree.children.toArray()
  const kept = nodes.filter((node): node is Declaration => node.type === 'Declaration' && refusal(node) === undefined)
  const clean = kept.map((declaration) => generate(declaration)).join(';')
  return { clean, isWhole: isRead && kept.length === nodes.length }
}

function readCss(source: string): { clean: CleanCss; problems: CssProblem[] } {
  const problems: CssProblem[] = []
  const deep = tooDeepAt(source)
  if (deep !== undefined) {
    const before = source.slice(0, deep)
    const place = { line: before.split('\n').length, column: deep - before.lastIndexOf('\n') }
    return { clean: { rules: '', media: '' }, problems: [{ message: tooDeep, ...place }] }
  }
  const tree = parse(source, {
    positions: true,
    onParseError: (error) => problems.push({ message: speak('markup.css_unread'), line: error.line, column: error.column }),
  })
  const report = (node: CssNode, message: Spoken) =>
    problems.push({ message, line: node.loc?.start.line ?? 1, column: node.loc?.start.column ?? 1 })
  const statements = tree.type === 'StyleSheet' ? tree.children.toArray() : []
  const media = statements.filter((node) => node.type === 'Atrule').map((node) => mediaQuery(node, report))
  const rules = statements.filter((node) => node.type !== 'Atrule').map((node) => statement(node, report))
  return {
    clean: { rules: rules.join(''), media: media.join('') },
    problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column),
  }
}

type Report = (node: CssNode, message: Spoken) => void

function statement(node: CssNode, report: Report): string {
  if (node.type === 'Comment' || node.type === 'WhiteSpace') return ''
  if (node.type === 'Rule') return rule(node, report)
  // The parser itself reports what it skipped.
  if (node.type !== 'Raw') report(node, speak('markup.css_unavailable'))
  return ''
}

function mediaQuery(node: Atrule, report: Report): string {
  const prelude = node.prelude ? generate(node.prelude) : ''
  if (node.name.toLowerCase() !== 'media' || !node.block || !/^[\w\s():,.-]+$/.test(prelude)) {
    report(node, speak('markup.css_rule', { name: node.name }))
    return ''
  }
  const rules = node.block.children.toArray().map((child) => (child.type === 'Rule' ? rule(child, report) : refused(child, report)))
  const kept = rules.filter(Boolean).join('')
  return kept && `@media ${prelude}{${kept}}`
}

function rule(node: Rule, report: Report): string {
  const selector = generate(node.prelude)
  if (node.prelude.type !== 'SelectorList' || /[<\\{}@]|\/\*/.test(selector) || hasOddSelector(node.prelude)) {
    report(node, speak('markup.css_selector'))
    return ''
  }
  const declarations = declarationsOf(node.block, report)
  return declarations && `${selector}{${declarations}}`
}

function declarationsOf(block: Block, report: Report): string {
  const kept = block.children.toArray().map((child) => {
    if (child.type !== 'Declaration') return refused(child, report)
    const reason = refusal(child)
    if (reason === undefined) return generate(child)
    report(child, reason)
    return ''
  })
  return kept.filter(Boolean).join(';')
}

function refused(node: CssNode, report: Report): string {
  if (node.type !== 'Comment' && node.type !== 'WhiteSpace' && node.type !== 'Raw') report(node, speak('markup.css_nesting'))
  return ''
}

const selectorParts = new Set<CssNode['type']>([
  ...([
    'SelectorList',
    'Selector',
    'TypeSelector',
    'ClassSelector',
    'IdSelector',
    'Combinator',
    'PseudoClassSelector',
    'Nth',
    'AnPlusB',
  ] as const),
  ...(['Identifier', 'AttributeSelector', 'String'] as const),
])

function hasOddSelector(prelude: CssNode): boolean {
  let isOdd = false
  walk(prelude, (node) => {
    isOdd ||= !selectorParts.has(node.type)
  })
  return isOdd
}
