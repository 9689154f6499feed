/** Kinds of values that `pg` returns for a column. */
export type Kind = 'null' | 'string' | 'number' | 'boolean' | 'Date' | 'bytes' | 'array' | 'json' | 'anything'

/** Recorded answers to statements, by text: the kinds of values of each column. */
export type Notes = Record<string, Record<string, Kind[]>>

/** The fixed fragments of a statement, which identify it. */
export const textOf = (fragments: readonly string[]): string => fragments.join('\0')

const types: [Kind, number[]][] = [
  ['boolean', [16]],
  // int8 as well: `database.ts`
  ['number', [20, 21, 23, 26, 700, 701]],
  ['Date', [1082, 1114, 1184]],
  ['bytes', [17]],
  ['json', [114, 3802]],
  ['array', [199, 1000, 1001, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1182, 1185, 1231, 2951, 3807]],
]
const kinds = new Map(types.flatMap(([kind, numbers]) => numbers.map((number) => [number, kind] as const)))

/** The kind of the values of a column whose type has this number in PostgreSQL. */
export const kindOfType = (type: number): Kind => kinds.get(type) ?? 'string'

/** The kind of a value in a row that arrived as JSON. */
export function kindOfJson(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' ? 'json' : (typeof value as Kind)
}
