import type { DatabaseMetadata } from 'kysely-codegen'
import { sql, type Kysely } from 'kysely'

/** Columns of views whose union hides from the catalogue which column they are. Views that read these come after them. */
const behindUnions = [
  { name: 'granted_shares.id', origin: 'shares.id', nulled: false },
  { name: 'granted_shares.key_id', origin: 'shares.key_id', nulled: false },
  { name: 'granted_shares.person', origin: 'group_members.email_normalized', nulled: false },
  { name: 'granted_shares.permission', origin: 'shares.permission', nulled: false },
  { name: 'granted_shares.created_at', origin: 'shares.created_at', nulled: false },
  { name: 'granted_shares.owner_id', origin: 'keys.owner_id', nulled: false },
  // Only shares with a recipient are live.
  { name: 'live_shares.recipient_id', origin: 'users.id', nulled: false },
  { name: 'key_access.user_id', origin: 'users.id', nulled: false },
  { name: 'key_access.key_id', origin: 'keys.id', nulled: false },
  { name: 'key_access.owner_id', origin: 'keys.owner_id', nulled: false },
]

/**
 * Facts that the generator does not derive: values allowed by a check constraint (`check (role in ('admin', 'user'))` becomes a union), and columns
 * of a view that cannot be null.
 */
export async function refineColumns({ db, metadata }: { db: Kysely<unknown>; metadata: DatabaseMetadata }): Promise<DatabaseMetadata> {
  const known = new Set(behindUnions.map(({ name }) => name))
  const origins = (await findViewColumns(db)).filter(({ name }) => !known.has(name))
  const allowed = await findAllowedValues(db)
  const base = new Map(metadata.tables.flatMap((table) => table.columns.map((column) => [`${table.name}.${column.name}`, column])))

  for (const [name, column] of base) column.enumValues ??= allowed.get(name) ?? null
  for (const { name, origin, nulled } of [...behindUnions, ...origins]) {
    const column = base.get(name)
    const source = base.get(origin)
    if (!column || !source) continue
    column.isNullable = source.isNullable || nulled
    column.enumValues = source.enumValues
  }
  return metadata
}

/** Single-column constraints of the form `column = ANY (ARRAY['a'::text, 'b'::text])`, by `table.column`. */
async function findAllowedValues(db: Kysely<unknown>) {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conrelid::regclass || '.' || attname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace
  `.execute(db)
  return new Map(
    rows.flatMap(({ name, definition }) => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(definition)?.[1]
      return list ? [[name, [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)] as const] : []
    }),
  )
}

/** View columns that are a column of a table as it is, and whether an outer join may leave them out. */
async function findViewColumns(db: Kysely<unknown>) {
  const { rows } = await sql<{ view: string; tree: string }>`
    select ev_class::regclass::text as view, ev_action::text as tree
    from pg_rewrite
    join pg_class on pg_class.oid = ev_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace
  `.execute(db)
  const columns = await sql<{ oid: string; number: number; name: string }>`
    select attrelid::text as oid, attnum as number, attrelid::regclass || '.' || attname as name
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0
  `.execute(db)
  const names = new Map(columns.rows.map(({ oid, number, name }) => [`${oid}.${number}`, name]))

  const entry =
    /\{TARGETENTRY :expr \{VAR [^{}]*?:varnullingrels \(b([ \d]*)\)[^{}]*\} :resno \d+ :resname (\w+) [^{}]*?:resorigtbl (\d+) :resorigcol (\d+)/g
  return rows.flatMap(({ view, tree }) =>
    [...tree.matchAll(entry)].map(([, nulling = '', column, table, number]) => ({
      name: `${view}.${column}`,
      origin: names.get(`${table}.${number}`) ?? '',
      nulled: nulling.trim() !== '',
    })),
  )
}
