import type { DeclaredRow } from './declared-rows.ts'
import type { Kind, Notes } from './notes.ts'

/** Differences between a statement's row type and PostgreSQL's answer. */
export function compareRows(declared: ReadonlyMap<string, DeclaredRow>, notes: Notes): string[] {
  return [...declared].flatMap(([text, { place, columns }]) => {
    const noted = notes[text]
    if (noted === undefined) return []
    const names = new Set([...Object.keys(columns), ...Object.keys(noted)])
    return [...names].flatMap((name) => {
      const complaint = complain(columns[name], noted[name])
      return complaint === undefined ? [] : [`${place} ${name} ${complaint}`]
    })
  })
}

/** The places of statements that no test ran. */
export const neverRan = (declared: ReadonlyMap<string, DeclaredRow>, notes: Notes): string[] =>
  [...declared].filter(([text]) => notes[text] === undefined).map(([, { place }]) => place)

function complain(column: DeclaredRow['columns'][string] | undefined, noted: readonly Kind[] | undefined): string | undefined {
  if (column === undefined) return 'is selected, but no field of the row type'
  if (noted === undefined) return column.isOptional ? undefined : 'is a field of the row type, but not selected'
  const wrong = noted.filter((kind) => !fits(kind, column.kinds))
  return wrong.length === 0 ? undefined : `is ${wrong.join(' and ')}, but ${column.kinds.join(' or ')} in the row type`
}

/** JSON contents are not compared: they may be lists, or plain text. */
const fits = (kind: Kind, declared: readonly Kind[]) =>
  declared.some((one) => one === kind || one === 'anything' || (kind === 'json' && one !== 'null' && one !== 'Date' && one !== 'bytes'))

/** The notes of several files as one. */
export function addNotes(all: readonly Notes[]): Notes {
  const sum: Notes = {}
  for (const [text, columns] of all.flatMap((notes) => Object.entries(notes))) {
    const known = (sum[text] ??= {})
    for (const [name, kinds] of Object.entries(columns)) known[name] = [...new Set([...(known[name] ?? []), ...kinds])]
  }
  return sum
}
