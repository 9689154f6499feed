/*
 * How long functions and files of the product, and files of its tests, may be. Run by `npm run check`. The ceilings may only sink.
 */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'

const folders = ['contract/src', 'server/src', 'web/src', 'client', 'cli', 'mcp', 'extension', 'e2e', 'bench', 'tools']

/** Lines of a function, of a factory as well, its first and last line included. */
const longestFunction = 80

/** How many functions may be longer than that, and the length that 95 of 100 files do not exceed. */
const ceilings = { longFunctions: 0, p95: 147 }

/** Lines of a file of tests. */
const longestTestFile = 300

/**
 * Functions of more than `longestFunction` lines, the longest first.
 * @param {string} path @param {string} text
 * @returns {{ path: string, line: number, lines: number }[]}
 */
export function findLongFunctions(path, text) {
  const { program } = parseSync(path, text)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (/** @type {number} */ place) => starts.findLastIndex((start) => start <= place) + 1
  /** @type {{ path: string, line: number, lines: number }[]} */
  const found = []
  const walk = (/** @type {unknown} */ node) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, start, end } = /** @type {{ type?: unknown, start?: unknown, end?: unknown }} */ (node)
    if (/^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(String(type)) && typeof start === 'number') {
      const line = lineOf(start)
      const lines = lineOf(Number(end) - 1) - line + 1
      if (lines > longestFunction) found.push({ path, line, lines })
    }
    for (const value of Object.values(node)) walk(value)
  }
  walk(program)
  return found.toSorted((one, other) => other.lines - one.lines)
}

/**
 * The length that 95 of 100 files do not exceed.
 * @param {number[]} lengths in lines
 */
export const p95Of = (lengths) => lengths.toSorted((one, other) => one - other)[Math.ceil(lengths.length * 0.95) - 1] ?? 0

/**
 * Files of tests of more than `longestTestFile` lines, as lines to print.
 * @param {readonly (readonly [path: string, text: string])[]} files
 */
export const findLongTests = (files) =>
  files
    .map(([path, text]) => /** @type {const} */ ([path, linesOf(text)]))
    .filter(([, lines]) => lines > longestTestFile)
    .map(([path, lines]) => `${path} has ${lines} lines, at most ${longestTestFile} are allowed: split it by subject.`)

/** @param {string} text */
const linesOf = (text) => text.trimEnd().split('\n').length

/** @param {string} name */
const isTest = (name) => /\.(test|spec|faults)\.tsx?$/.test(name)

/** @param {string[]} names */
const withTexts = (names) => Promise.all(names.map(async (name) => /** @type {const} */ ([name, await readFile(root + name, 'utf8')])))

async function main() {
  const tests = (await Promise.all(folders.map(sourcesBelow))).flat().filter(isTest)
  const longTests = findLongTests(await withTexts(tests))
  for (const line of longTests) console.error(line)
  const names = (await Promise.all(['contract/src', 'server/src', 'web/src'].map(sourcesBelow)))
    .flat()
    .filter((name) => !/\.(test|faults|generated)\.tsx?$|\/(testing|demo|icons)\//.test(name))
  const files = await withTexts(names)
  if (files.length === 0 || tests.length === 0) throw new Error('There are no sources to check.')
  const long = files.flatMap(([path, text]) => findLongFunctions(path, text)).toSorted((one, other) => other.lines - one.lines)
  const p95 = p95Of(files.map(([, text]) => linesOf(text)))
  if (process.argv.includes('--list')) for (const { path, line, lines } of long) console.log(`${lines} ${path}:${line}`)
  console.log(`${long.length} functions of more than ${longestFunction} lines; 95 of 100 files have at most ${p95} lines.`)
  if (long.length > ceilings.longFunctions)
    console.error(
      `At most ${ceilings.longFunctions} functions may be longer than ${longestFunction} lines: node tools/size-rules.mjs --list names them. Split one.`,
    )
  else if (long.length < ceilings.longFunctions) console.log(`Lower longFunctions in tools/size-rules.mjs to ${long.length}.`)
  if (p95 > ceilings.p95) console.error(`95 of 100 files may have at most ${ceilings.p95} lines, not ${p95}.`)
  if (p95 < ceilings.p95) console.log(`Lower p95 in tools/size-rules.mjs to ${p95}.`)
  if (long.length > ceilings.longFunctions || p95 > ceilings.p95 || longTests.length > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
