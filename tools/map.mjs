/*
 * The map of the server's nouns in docs/architecture.md, drawn from their declarations: the tables, needs, calls, health checks and metrics of each. `node
 * tools/map.mjs` writes it; with `--check`, as in `npm run check`, it only compares.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { nounOf as partOf, serverNouns as parts } from './import-rules.mjs'
import { importsOf } from './imports-of.mjs'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'
import { readOwners } from './table-rules.mjs'

const page = 'docs/architecture.md'
const [begin, end] = ['<!-- map: written by tools/map.mjs -->', '<!-- /map -->']

/** The back office is one noun on the map. @param {string} path */
const nounOf = (path) => partOf(path)?.split('/')[0]
export const serverNouns = [...new Set(parts.map((part) => part.split('/')[0] ?? ''))]

/**
 * `uses`: the nouns that its declarations need. `imports`: those that its sources import from, each with a place.
 * @typedef {{ uses: Set<string>, imports: Map<string, string>, calls: number, checks: string[], metrics: string[] }} Noun
 */

/**
 * Needs and offers of each noun, as its `noun.ts` and its other sources say, without its tests.
 * @param {Iterable<[path: string, text: string]>} files
 */
export function readNouns(files) {
  /** @type {Map<string, Noun>} */
  const nouns = new Map()
  for (const [path, text] of files) {
    const name = nounOf(path)
    if (name === undefined || /\.(test|faults)\.ts$|\/testing\//.test(path)) continue
    /** @type {Noun} */
    const noun = nouns.get(name) ?? { uses: new Set(), imports: new Map(), calls: 0, checks: [], metrics: [] }
    nouns.set(name, noun)
    for (const { to } of importsOf(path, text)) {
      const other = nounOf(to)
      if (other === undefined || other === name) continue
      if (path.endsWith('/noun.ts') && to.endsWith('/noun.ts')) noun.uses.add(other)
      else noun.imports.set(other, `${path} imports ${to}`)
    }
    noun.calls += [...text.matchAll(/^\s*route\(/gm)].length
    noun.checks.push(...[...text.matchAll(/\bdefineCheck\(\{\s*name: '(\w+)'/g)].map(([, check = '']) => check))
    noun.metrics.push(...[...text.matchAll(/\bdefineMetric\(\{\s*name: 'twofold_(\w+)'/g)].map(([, metric = '']) => metric))
  }
  return nouns
}

/**
 * Imports from nouns that the importing noun does not declare to need.
 * @param {Map<string, Noun>} nouns
 */
export const undeclaredImports = (nouns) =>
  [...nouns].flatMap(([name, { uses, imports }]) =>
    [...imports].flatMap(([other, place]) => (uses.has(other) ? [] : [`${place}, but the noun.ts of ${name} needs nothing of ${other}.`])),
  )

/**
 * Arrows without those that a longer way says already.
 * @param {Map<string, { uses: Iterable<string> }>} nouns
 */
export function arrowsOf(nouns) {
  /** @type {Map<string, Set<string>>} */
  const reached = new Map()
  const below = (/** @type {string} */ name) => {
    const known = reached.get(name)
    if (known) return known
    const all = new Set()
    reached.set(name, all)
    for (const used of nouns.get(name)?.uses ?? []) for (const one of [used, ...below(used)]) all.add(one)
    return all
  }
  return [...nouns].flatMap(([name, { uses }]) => {
    const used = [...uses]
    return used.filter((one) => !used.some((other) => other !== one && below(other).has(one))).map((one) => [name, one])
  })
}

/**
 * @param {Map<string, Noun>} nouns
 * @param {Record<string, string[]>} owners
 */
function draw(nouns, owners) {
  const order = [...serverNouns.toReversed(), ...[...nouns.keys()].filter((name) => !serverNouns.includes(name)).toSorted()]
  const inOrder = new Map(order.flatMap((name) => (nouns.has(name) ? [[name, /** @type {Noun} */ (nouns.get(name))]] : [])))
  const tablesOf = (/** @type {string} */ name) =>
    Object.entries(owners).flatMap(([owner, tables]) => (owner === name || owner.startsWith(`${name}/`) ? tables : []))
  const rows = [...inOrder].map(([name, { uses, calls, checks, metrics }]) => [
    name,
    order.filter((one) => uses.has(one)).join(', ') || '–',
    String(calls),
    checks.join(', ') || '–',
    metrics.join(', ') || '–',
    tablesOf(name).join(', ') || '–',
  ])
  const arrows = arrowsOf(inOrder)
  return [
    begin,
    '',
    '```mermaid',
    'flowchart TD',
    ...arrows.map(([from, to]) => `  ${from} --> ${to}`),
    ...[...inOrder.keys()].filter((name) => !arrows.flat().includes(name)).map((name) => `  ${name}`),
    '```',
    '',
    ...table([['noun', 'uses', 'calls', 'health checks', 'metrics (twofold_…)', 'tables'], ...rows]),
    '',
    end,
  ].join('\n')
}

/** As the formatter writes it. @param {string[][]} rows */
function table(rows) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (/** @type {string[]} */ cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)]
}

async function main() {
  const names = await sourcesBelow('server/src')
  const files = await Promise.all(names.map(async (name) => /** @type {[string, string]} */ ([name, await readFile(root + name, 'utf8')])))
  const written = await readFile(root + page, 'utf8')
  const [before, rest] = written.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${page} has no place for the map: ${begin} … ${end}`)
  const nouns = readNouns(files)
  const undeclared = undeclaredImports(nouns)
  for (const problem of undeclared) console.error(problem)
  if (undeclared.length > 0) process.exitCode = 1
  const drawn = `${before}${draw(nouns, readOwners(files))}${after}`
  if (drawn === written) return
  if (process.argv.includes('--check')) {
    console.error(`${page} shows another map than the sources: node tools/map.mjs writes it.`)
    process.exitCode = 1
  } else await writeFile(root + page, drawn)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
