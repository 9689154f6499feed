import { nounOf } from './noun-of.mjs'

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
  /(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from|sql\.table)\(\s*\[?\s*'(\w+)(?: as \w+)?'|\b(?:from|join|using)\s+(?:only\s+)?([a-z_]+)\b(?!\.)|(?<=\bfrom\s+[a-z_]+(?:\s+[a-z_]+)?,\s*)([a-z_]+)\b/g

/**
 * Every read of a table that another noun owns, as a line to print. Sources outside of nouns, such as tests and commands, are not checked. Tables of
 * the platform belong to everybody.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 * @param {Record<string, string[]>} owners the tables of each noun, and of the platform
 * @param {ReadonlySet<unknown>} views
 */
export function findForeignReads(files, owners, views) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([noun, tables]) => tables.map((table) => [table, noun])))
  /** @type {Set<string>} */
  const found = new Set()
  for (const [path, text] of files) {
    if (!Object.hasOwn(owners, nounOf(path))) continue
    for (const [, built, typed, listed] of text.replace(comments, '').matchAll(reading)) {
      const table = built ?? typed ?? listed ?? ''
      const owner = ownerOf.get(table)
      if (owner === undefined || owner === nounOf(path) || owner === 'platform' || views.has(table)) continue
      found.add(`${path} reads ${table}, which ${owner} owns: ask it, or read a view`)
    }
  }
  return [...found]
}
