import { nounOf } from './noun-of.mjs'

/** What a noun reads of one that stands after it, until it asks. Each must still be needed. @type {Record<string, string[]>} */
const excepted = {
  'server/src/accounts/profile.repository.ts': ['keys'],
  'server/src/admin/health/health.repository.ts': ['audit_streams'],
  'server/src/factors/factors.repository.ts': ['identities'],
  'server/src/keys/usage.repository.ts': ['service_accounts'],
  'server/src/machines/programs.repository.ts': ['code_takes'],
  'server/src/mail-design/previews/previews.repository.ts': ['sessions'],
  'server/src/mail-design/templates/templates.repository.ts': ['email_logs', 'email_mappings', 'email_providers'],
  'server/src/mail-design/themes/themes.repository.ts': ['email_mappings'],
  'server/src/mail-rules/mappings/decisions.repository.ts': ['email_suppressions'],
  'server/src/mail-rules/mappings/mappings.repository.ts': ['email_logs', 'email_providers'],
  'server/src/platform/audit-chain/audit-chain.repository.ts': ['audit_streams'],
  'server/src/platform/backup/clear-database.ts': ['users'],
  'server/src/platform/crypto/data-key-columns.ts': ['data_keys', 'keys'],
  'server/src/platform/maintenance.repository.ts': ['maintenance_windows'],
  'server/src/reviews/review-items.repository.ts': ['service_accounts'],
  'server/src/sessions/found-session.repository.ts': ['group_members', 'shares'],
  'server/src/sharing/grants-programs.repository.ts': ['service_accounts'],
  'server/src/sharing/grants.repository.ts': ['service_accounts'],
  'server/src/trust/request-facts.repository.ts': ['one_time_links'],
  'server/src/trust/requests.repository.ts': ['keys', 'shares'],
  'server/src/trust/trust.repository.ts': ['keys'],
}

/**
 * The folders of all nouns in the order of the list in app.ts. Each reads only its own tables and those of nouns before it.
 * @param {string} text of server/src/app.ts
 * @param {string[]} ofEmail the nouns that are wired as one
 */
export function readNouns(text, ofEmail) {
  const folders = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '\.\/([^']+)\/(?:noun|platform)\.ts'/gm)].map(([, name = '', folder = '']) => [
      name,
      folder,
    ]),
  )
  const listed = [...text.matchAll(/^ {2}\.add\((\w+)\)/gm)].flatMap(([, name = '']) => folders.get(name)?.replace(/\/ground$/, '') ?? [])
  return listed.flatMap((folder) => (folder === 'email' ? [...ofEmail, folder] : [folder]))
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
  /(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from)\(\s*\[?\s*'(\w+)(?: as \w+)?'|\b(?:from|join)\s+(?:only\s+)?([a-z_]+)\b/g

/**
 * Every noun that reads a table of one that stands after it, as a line to print, and every exception that nothing needs. Whoever stands beside
 * the nouns, as the platform does, is not asked.
 * @param {Iterable<[path: string, text: string]>} files paths from the root on, with slashes
 * @param {Record<string, string[]>} owners
 * @param {{ order: string[], views: ReadonlySet<unknown> }} known
 * @param {Record<string, string[]>} allowed
 */
export function findForeignReads(files, owners, { order, views }, allowed = excepted) {
  const ownerOf = new Map(Object.entries(owners).flatMap(([noun, tables]) => tables.map((table) => [table, noun])))
  /** @type {Set<string>} */
  const found = new Set()
  const needed = new Set()
  for (const [path, text] of files) {
    const rank = order.indexOf(nounOf(path))
    if (rank < 0) continue
    for (const [, built, typed] of text.replace(comments, '').matchAll(reading)) {
      const table = built ?? typed ?? ''
      const owner = ownerOf.get(table)
      if (owner === undefined || views.has(table) || order.indexOf(owner) <= rank) continue
      if (allowed[path]?.includes(table)) needed.add(`${path} ${table}`)
      else found.add(`${path} reads ${table}, but ${owner} stands after it: ask it, or read a view`)
    }
  }
  for (const [path, tables] of Object.entries(allowed)) {
    for (const table of tables)
      if (!needed.has(`${path} ${table}`)) found.add(`${path} does not read ${table} any more: take it out of the exceptions`)
  }
  return [...found]
}
