import { nounOf } from './noun-of.mjs'

/**
 * The folders of all nouns in the order of the list in app.ts. Each reads only its own tables and those of nouns before it.
 * @param {string} text of server/src/app.ts
 */
export function readNouns(text) {
  const folders = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '\.\/([^']+)\/(?:noun|platform)\.ts'/gm)].map(([, name = '', folder = '']) => [
      name,
      folder,
    ]),
  )
  return [...text.matchAll(/^ {2}\.add\((\w+)\)/gm)].flatMap(([, name = '']) => folders.get(name)?.replace(/\/ground$/, '') ?? [])
}

/** Views are made for reading: they hold what a noun shows of its tables. @param {Iterable<[path: string, text: string]>} migrations */
export function readViews(migrations) {
  const views = new Set()
  for (const [, text] of migrations) {
    for (const [, made, gone] of text.matchAll(/\bcreate (?:or replace )?view (\w+)|\bdrop view (?:if exists )?(\w+)/gi)) {
      if (made !== undefined) views.add(made)
      if (gone !== undefined) views.delete(gone)
    }
  }
  return views
}

const comments = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm
const reading =
  /(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from|sql\.table)\(\s*\[?\s*'(\w+)(?: as \w+)?'|\b(?:from|join)\s+(?:only\s+)?([a-z_]+)\b|(?<=\bfrom\s+[a-z_]+(?:\s+[a-z_]+)?,\s*)([a-z_]+)\b/g

/**
 * Every noun that reads a table of one that stands after it, as a line to print. Whoever stands beside the nouns, as tests and commands do, is not
 * asked.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 * @param {Record<string, string[]>} owners
 * @param {{ order: string[], views: ReadonlySet<unknown> }} known
 */
export function findForeignReads(files, owners, { order, views }) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([noun, tables]) => tables.map((table) => [table, noun])))
  /** @type {Set<string>} */
  const found = new Set()
  for (const [path, text] of files) {
    const rank = order.indexOf(nounOf(path))
    if (rank < 0) continue
    for (const [, built, typed, listed] of text.replace(comments, '').matchAll(reading)) {
      const table = built ?? typed ?? listed ?? ''
      const owner = ownerOf.get(table)
      if (owner === undefined || views.has(table) || order.indexOf(owner) <= rank) continue
      found.add(`${path} reads ${table}, but ${owner} stands after it: ask it, or read a view`)
    }
  }
  return [...found]
}
