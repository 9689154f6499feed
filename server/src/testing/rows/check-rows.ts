import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addNotes, compareRows, neverRan } from './compare-rows.ts'
import { readDeclaredRows } from './declared-rows.ts'
import type { Notes } from './notes.ts'

interface FileNotes {
  file: string
  notes: Notes
}

/**
 * Reads the notes that a run of tests left in `folder`, and throws where a row type is not what PostgreSQL answered. Only when all `files` ran, or
 * when asked: compiling takes longer than most tests do.
 */
export async function checkRows(folder: string, files: readonly string[], isAsked = process.env['TEST_ROWS'] !== undefined): Promise<void> {
  const all: FileNotes[] = []
  for (const name of await readdir(folder)) all.push(JSON.parse(await readFile(join(folder, name), 'utf8')) as FileNotes)
  const ran = new Set(all.map(({ file }) => file))
  const isWhole = files.every((file) => ran.has(file))
  if (!isWhole && !isAsked) return
  const notes = addNotes(all.map((one) => one.notes))
  const declared = readDeclaredRows()
  const wrong = compareRows(declared, notes)
  const unknown = isWhole ? neverRan(declared, notes).map((place) => `${place} was run by no test`) : []
  if (wrong.length + unknown.length > 0)
    throw new Error(`Rows of statements are not what their types say:\n${[...wrong, ...unknown].join('\n')}`)
}
