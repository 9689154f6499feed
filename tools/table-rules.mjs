/*
 * Ownership of tables (docs/architecture.md): each has one noun, whose repositories alone insert, change, delete and read its rows. Others ask it, or
 * read a view, and it offers them methods by name, never a repository. Run by `npm run check`.
 */
import { readdir, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { nounOf } from './noun-of.mjs'
import { root } from './process.mjs'
import { sourcesBelow } from './sources.mjs'
import { findForeignReads, readViews } from './table-reads.mjs'

/**
 * The tables and views of each noun, by its folder: `owns` of its noun.ts. Parts of `admin` are nouns of their own.
 * @param {Iterable<[path: string, text: string]>} files
 * @returns {Record<string, string[]>}
 */
export function readOwners(files) {
  /** @type {Record<string, string[]>} */
  const owners = {}
  for (const [path, text] of files) {
    const folder = /^server\/src\/(.+)\/(?:noun|ground\/platform)\.ts$/.exec(path)?.[1]
    const declared = /\bdefineNoun\(\{\s*name: '([^']*)',\s*owns: (?:'none'|\[([^\]]*)\])/.exec(text)
    if (folder === undefined || !text.includes('defineNoun({')) continue
    if (declared?.[1] !== folder) throw new Error(`${path} has to begin with name: '${folder}' and with owns, written out.`)
    owners[folder] = [...(declared[2] ?? '').matchAll(/'(\w+)'/g)].map(([, table = '']) => table)
  }
  return owners
}

const writing =
  /(?:(?:insertInto|updateTable|deleteFrom|mergeInto)\(|(?:rowsUntil|monthsUntil)\(\{\s*table:)\s*'(\w+)'|\b(?:insert into|delete from|update)\s+(?:only\s+)?([a-z_]+)(?=[\s(`;]|$)/g

/** A statement that writes a table which the text does not name. The platform has some, for tables of any noun. */
const unnamed = /\b(?:insert into|delete from|update) \$\{|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]/

/**
 * Every write that breaks the rule, as a line to print.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 * @param {Record<string, string[]>} owners
 */
export function findForeignWrites(files, owners) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([noun, tables]) => tables.map((table) => [table, noun])))
  /** @type {Set<string>} */
  const found = new Set()
  for (const [path, text] of files) {
    if (nounOf(path) !== 'platform' && unnamed.test(text)) found.add(`${path} writes a table that is not named where it is written`)
    for (const [, built, typed] of text.matchAll(writing)) {
      const table = built ?? typed ?? ''
      const owner = ownerOf.get(table)
      if (built !== undefined && owner === undefined) found.add(`${path} writes ${table}, which no noun owns: say it in a noun.ts`)
      if (owner === undefined || owner === nounOf(path)) continue
      found.add(`${path} writes ${table}, which ${owner} owns: ask it`)
    }
  }
  return [...found]
}

/** Kysely's counts of affected rows. A transaction sends a write at once only for callers of `row-counts.ts`. */
const counted = /\bnum(?:Updated|Deleted|InsertedOrUpdated|Affected|Changed)Rows\b/
const mayCount = new Set(['server/src/platform/row-counts.ts', 'server/src/platform/open-transaction.ts'])

/**
 * Every file that counts the rows of a write in a way of its own, as a line to print.
 * @param {Iterable<[path: string, text: string]>} files
 */
export const findOwnCounts = (files) =>
  [...files]
    .filter(([path, text]) => !mayCount.has(path) && counted.test(text))
    .map(([path]) => `${path} reads how many rows a write met: ask countChanged or changesRow`)

/** The offers of a noun.ts, as written there. @param {string} text */
function offersIn(text) {
  const begin = /\boffers: \{/.exec(text)?.index ?? -1
  if (begin < 0) return ''
  let depth = 0
  for (let at = text.indexOf('{', begin); at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(begin, at)
  }
  throw new Error('What the noun offers has no end.')
}

/**
 * Every repository that a noun.ts offers to other nouns, or answers a question with, as a line to print. With it they would get all of its statements.
 * @param {Iterable<[path: string, text: string]>} files
 */
export function findOfferedRepositories(files) {
  /** @type {string[]} */
  const found = []
  for (const [path, text] of files) {
    if (!path.endsWith('/noun.ts')) continue
    const others = [...text.matchAll(/\bconst (\w+) = create\w+Repository\b/g)].map(([, name = '']) => name)
    const answers = [...text.matchAll(/\bansweredBy\(\s*\w+/g)].join(' ')
    const offered = `${offersIn(text)} ${answers}`.replaceAll(/\bofferMethods\([^()]*\)/g, '')
    const names = new RegExp(`(?<![.\\w])(${['create\\w+Repository', ...others].join('|')})\\b(?![.:\\w])`, 'g')
    for (const [, name] of offered.matchAll(names)) found.push(`${path} offers ${name}: offer its methods by name, with offerMethods`)
  }
  return found
}

/** @param {string[]} names */
const readAll = (names) =>
  Promise.all(names.map(async (name) => /** @type {[string, string]} */ ([name, await readFile(root + name, 'utf8')])))

const migrations = async () => (await readdir(root + 'server/src/migrations')).map((name) => `server/src/migrations/${name}`)

async function main() {
  const names = (await sourcesBelow('server/src')).filter(
    (name) => !/\.(test|faults)\.ts$|^server\/src\/(testing|demo)\/|\/testing\//.test(name),
  )
  const files = await readAll(names)
  if (files.length === 0) throw new Error('There are no sources to check.')
  const owners = readOwners(files)
  const views = readViews(await readAll(await migrations()))
  const violations = [
    ...findForeignWrites(files, owners),
    ...findForeignReads(files, owners, views),
    ...findOwnCounts(files),
    ...findOfferedRepositories(files),
  ]
  for (const line of violations) console.error(line)
  process.exitCode = violations.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
