import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Job of a Vitest worker. Mutants are identified by number. */
export type Job = {
  /** Milliseconds since 1970 after which no more mutants are begun. */
  until: number
} & (
  | {
      /** Every test runs once as the code is, then with each of the mutants that it reached and that are still alive. */
      way: 'switched'
      mutants: number[]
    }
  | {
      /** For what only happens while modules are loaded: they are loaded again, with the mutant, for each of these test files in turn. */
      way: 'loaded'
      steps: { mutant: number; file: string }[]
    }
)

/** Notes of a worker during its work, so that it can be killed at any time. */
export type Note =
  | { note: 'begun'; mutant: number; test: string; pid: number }
  | { note: 'ended'; mutant: number; test: string; isKilled: boolean }
  /** Mutants that were reached while modules were loaded. */
  | { note: 'reached'; at: 'load' | 'test'; mutants: number[] }
  /** A test that does not pass as the code is. */
  | { note: 'failing'; test: string; error: string }
  /** A test that passed, and did not when it had run with these mutants: what it says of them counts for nothing. */
  | { note: 'unrepeatable'; test: string; mutants: number[] }
  /** A file of tests, or a step, was worked off. */
  | { note: 'done' }

const jobFile = (folder: string) => join(folder, 'job.json')
export const notesFile = (folder: string) => join(folder, 'notes.jsonl')

export function putJob(folder: string, job: Job): void {
  rmSync(notesFile(folder), { force: true })
  writeFileSync(jobFile(folder), JSON.stringify(job))
}

export const readJob = (folder: string) => JSON.parse(readFileSync(jobFile(folder), 'utf8')) as Job

export const addNote = (folder: string, note: Note): void => appendFileSync(notesFile(folder), `${JSON.stringify(note)}\n`)

export function readNotes(folder: string): Note[] {
  if (!existsSync(notesFile(folder))) return []
  const lines = readFileSync(notesFile(folder), 'utf8').split('\n')
  // Text after the last line break is incomplete: still being written, or cut when its writer was killed.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Note)
}
