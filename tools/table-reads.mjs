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
  /(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from|sql\.table)\(\s*\[?\s*'(\w+)(?: as \w+)?'|\b(?:from|join)\s+(?:only\s+)?([a-z_]+)\b(?!\.)|(?<=\bfrom\s+[a-z_]+(?:\s+[a-z_]+)?,\s*)([a-z_]+)\b/g

/**
 * How often a table is still read by nouns that do not own it, where they stand after its owner. Each number may only sink, and a table that is not here
 * is named by its own noun alone: the others ask it or read a view that it shows.
 * @type {Record<string, number>}
 */
export const readsLeft = {
  account_closures: 1,
  account_deletions: 2,
  activity: 7,
  backup_drills: 1,
  backups: 4,
  guess_counters: 1,
  known_devices: 1,
  notifications: 1,
  one_time_links: 1,
  passkeys: 3,
  requests: 1,
  sessions: 3,
  sign_in_failures: 3,
  sign_in_locks: 1,
  user_texts: 1,
}

/**
 * Every noun that reads a table of another one, as a line to print, except for those left. Sources outside of nouns, such as tests and commands, are
 * not checked. Tables of the platform belong to everybody.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 * @param {Record<string, string[]>} owners
 * @param {{ order: string[], views: ReadonlySet<unknown>, left: Record<string, number> }} known
 */
export function findForeignReads(files, owners, { order, views, left }) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([noun, tables]) => tables.map((table) => [table, noun])))
  /** @type {Set<string>} */
  const found = new Set()
  /** @type {Map<string, string[]>} */
  const readers = new Map()
  for (const [path, text] of files) {
    const rank = order.indexOf(nounOf(path))
    if (rank < 0) continue
    for (const [, built, typed, listed] of text.replace(comments, '').matchAll(reading)) {
      const table = built ?? typed ?? listed ?? ''
      const owner = ownerOf.get(table)
      if (owner === undefined || owner === nounOf(path) || owner === 'platform' || views.has(table)) continue
      if (order.indexOf(owner) > rank) found.add(`${path} reads ${table}, but ${owner} stands after it: ask it, or read a view`)
      else readers.set(table, [...(readers.get(table) ?? []), path])
    }
  }
  for (const table of new Set([...readers.keys(), ...Object.keys(left)])) {
    const paths = readers.get(table) ?? []
    const most = left[table] ?? 0
    if (paths.length < most) found.add(`${table} is read ${paths.length} times by nouns that do not own it: say so in readsLeft`)
    if (paths.length <= most) continue
    for (const path of paths) found.add(`${path} reads ${table}, which ${ownerOf.get(table)} owns: ask it, or read a view`)
  }
  return [...found]
}
