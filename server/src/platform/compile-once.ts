import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Placeholder for a value in a statement that is compiled before the value is known. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Values to write into a statement, by name. */
export type Places<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * A statement that is put together at its first use and from then on only gets values: its text is the same each time, also in memory, so that
 * Kysely does not compile it again, nor is its name looked for by comparing kilobytes. For what is asked with every request.
 */
export function compileOnce<Values extends object, Row>(
  build: (values: Places<Values>) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: { text: string; parameters: readonly unknown[] } | undefined
  return async (db, values) => {
    compiled ??= compile(db, build)
    const known = values as Record<string, unknown>
    const parameters = compiled.parameters.map((value) => (value instanceof Place ? known[value.name] : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.text, parameters))
    return rows
  }
}

/** Each value is one parameter, however often the statement uses it: a value sent twice is also parsed twice. */
function compile<Values, Row>(db: Db, build: (values: Places<Values>) => RawBuilder<Row>) {
  const made = new Map<string, Place>()
  const placeOf = (name: string) => made.get(name) ?? made.set(name, new Place(name)).get(name)
  const places = new Proxy({} as Places<Values>, { get: (_, name) => sql.val(placeOf(String(name))) })
  const { sql: text, parameters } = build(places).compile(db)
  const sent = [...new Set(parameters)]
  return { text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${sent.indexOf(parameters[Number(number) - 1]) + 1}`), parameters: sent }
}
