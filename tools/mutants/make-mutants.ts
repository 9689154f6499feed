import { type Node, parseSync, visitorKeys } from 'oxc-parser'
import { type Change, changesAt } from './operators.ts'

export interface Mutant extends Change {
  /** Path in the repository. */
  file: string
  line: number
  /** The change in one line. */
  says: string
}

/** All mutants of a file, in the order of its text. */
export function makeMutants(file: string, code: string): Mutant[] {
  const mutants: Mutant[] = []
  walk(parse(file, code), [], (node, above) => {
    for (const change of changesAt(node, above, code)) {
      const line = code.slice(0, change.start).split('\n').length
      mutants.push({ ...change, file, line, says: `${short(code.slice(change.start, change.end))} → ${short(change.text) || '(removed)'}` })
    }
  })
  return mutants.sort((a, b) => a.start - b.start || b.end - a.end)
}

/**
 * The file with all of its mutants compiled in, each behind a switch that is asked whenever it is reached. `first` is the number of the
 * first of `mutants`; the others follow.
 */
export function compileIn(code: string, mutants: readonly Mutant[], file: string, first: number): string {
  const sites = new Map<string, Site>()
  const siteAt = (start: number, end: number, as: Site['as']) => {
    const name = `${start}-${end}-${as === 'statement' ? as : ''}`
    const site = sites.get(name) ?? { start, end, as, choices: [] }
    sites.set(name, site)
    return site
  }
  mutants.forEach((mutant, index) => {
    siteAt(mutant.start, mutant.end, mutant.as).choices.push({ id: first + index, text: mutant.text })
  })
  // In braces, so that a line that now begins with a parenthesis does not become a call of the line before it.
  walk(parse(file, code), [], (node) => {
    if (node.type === 'ExpressionStatement' && !('directive' in node && node.directive)) siteAt(node.start, node.end, 'statement')
  })
  // Outer sites first; of two with the same range, the statement.
  const sorted = [...sites.values()].sort((a, b) => a.start - b.start || b.end - a.end || (a.as === 'statement' ? -1 : 1))
  return new Compiler(code, sorted).text()
}

interface Site {
  start: number
  end: number
  as: Change['as']
  choices: { id: number; text: string }[]
}

class Compiler {
  readonly #code: string
  readonly #sites: readonly Site[]
  #next = 0

  constructor(code: string, sites: readonly Site[]) {
    this.#code = code
    this.#sites = sites
  }

  text(from = 0, to = this.#code.length): string {
    let text = ''
    let at = from
    for (;;) {
      const site = this.#sites[this.#next]
      if (site === undefined || site.start >= to) break
      this.#next += 1
      const dot = site.as === 'method' && this.#code[site.start - 2] !== '?' ? 1 : 0
      text += this.#code.slice(at, site.start - dot) + this.#choose(site)
      at = site.end
    }
    return text + this.#code.slice(at, to)
  }

  #choose(site: Site): string {
    const original = this.text(site.start, site.end)
    const switched = (id: number) => `globalThis.mutantIsOn(${id})`
    if (site.as === 'statement') return site.choices.reduce((rest, { id }) => `{if(!${switched(id)}){${rest}}}`, `{${original}}`)
    if (site.as === 'method') {
      return `[${site.choices.reduceRight((rest, { id, text }) => `${switched(id)}?'${text}':${rest}`, `'${original}'`)}]`
    }
    return `(${site.choices.reduceRight((rest, { id, text }) => `${switched(id)}?(${text}):${rest}`, `(${original})`)})`
  }
}

function parse(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  return program
}

/** Calls `visit` with every node that is there when the program runs, and those above it, nearest last. */
function walk(node: Node, above: readonly Node[], visit: (node: Node, above: readonly Node[]) => void): void {
  visit(node, above)
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [(node as unknown as Record<string, unknown>)[key]].flat()) {
      if (isNode(child) && !leavesNothing(child)) walk(child, [...above, node], visit)
    }
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const transparent = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Types, and what names another file. */
const leavesNothing = (node: Node) =>
  (node.type.startsWith('TS') && !transparent.has(node.type)) ||
  node.type === 'ImportDeclaration' ||
  node.type === 'ExportAllDeclaration' ||
  (node.type === 'ExportNamedDeclaration' && node.source !== null)

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 70 ? `${line.slice(0, 67)}...` : line
}
