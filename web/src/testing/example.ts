import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Any part of an answer, for tests. */
export type Said<T> = T extends readonly (infer Item)[]
  ? readonly Said<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]?: Said<T[Field]> | undefined }
    : T

/**
 * The plainest value that `schema` allows in which everything `said` stands: no items, no text, nothing that may be left out. So a test says only
 * what its rule is about, and a field that the contract adds later breaks none.
 */
export function exampleOf(schema: Schema, said: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return exampleOfObject(def.shape, said)
    case 'array':
      return Array.isArray(said) ? said.map((item) => exampleOf(def.element, item)) : []
    case 'record':
      return Object.fromEntries(Object.entries(said ?? {}).map(([key, value]) => [key, exampleOf(def.valueType, value)]))
    case 'optional':
      return said === undefined ? undefined : exampleOf(def.innerType, said)
    case 'nullable':
      return said === undefined || said === null ? null : exampleOf(def.innerType, said)
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return exampleOf(def.innerType, said)
    case 'pipe':
      return exampleOf(def.in, said)
    case 'lazy':
      return exampleOf(def.getter(), said)
    case 'union':
      return exampleOfUnion(def.options, said)
    default:
      return said === undefined ? plainest(schema) : said
  }
}

function exampleOfObject(shape: Readonly<Record<string, Schema>>, said: unknown) {
  const fields = (said ?? {}) as Record<string, unknown>
  const unknown = Object.keys(fields).find((name) => !(name in shape))
  if (unknown !== undefined) throw new Error(`The contract has no field ${unknown} there.`)
  const filled = Object.entries(shape).map(
    ([name, field]) => [name, exampleOf(field, fields[name] ?? momentIn(name, field, fields))] as const,
  )
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}

/** The contract's times are plain strings, which only their names tell from other texts. */
const momentIn = (name: string, { _zod }: Schema, fields: Record<string, unknown>) =>
  _zod.def.type === 'string' && !(name in fields) && /(_at|_until|^until|_time)$/.test(name) ? longAgo : fields[name]

/** The first of them that fits. */
function exampleOfUnion(options: readonly Schema[], said: unknown): unknown {
  for (const option of options) {
    try {
      const example = exampleOf(option, said)
      if (z.safeParse(option, example).success) return example
    } catch {
      // It has no such field: another one may.
    }
  }
  return said
}

/** A moment before every other one that a test names. */
const longAgo = '2026-01-01T00:00:00.000Z'
const texts: readonly string[] = ['', longAgo, '00000000-0000-4000-8000-000000000000', 'someone@example.org', 'https://example.org/', 'aa']

function plainest(schema: Schema): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'enum') return Object.values(def.entries)[0]
  if (def.type === 'literal') return def.values[0]
  const values: Record<string, readonly unknown[]> = { string: texts, number: [0, 1], boolean: [false], null: [null] }
  return values[def.type]?.find((value) => z.safeParse(schema, value).success)
}
