import type { Job, Note } from './job.ts'

export type Verdict =
  /** By a test that fails, or by time. */
  | 'killed'
  | 'survived'
  /** No test reaches it. */
  | 'unreached'
  /** The time was over. */
  | 'left'

export interface Trials {
  verdicts: Map<number, Verdict>
  /** Tests that do not pass without a mutant, which count for nothing. */
  failing: Map<string, string>
}

/** Modules that are loaded again and again in one worker fill its memory. */
const loadsPerWorker = 60

/** Tries `mutants` on `tests`, in order, until each is killed or has met them all. `until`: see `Job`. */
export async function tryMutants(
  lane: { work: (job: Job, files: readonly string[]) => Promise<Note[]> },
  { mutants, tests, until }: { mutants: readonly number[]; tests: readonly string[]; until: number },
): Promise<Trials> {
  const killed = new Set<number>()
  const reached = new Set<number>()
  const atLoad = new Set<number>()
  const unjudged = new Set<number>()
  const failing = new Map<string, string>()
  const tried = new Set<number>()
  // A worker of Vitest runs the files of one workspace.
  const groups = Object.values(Object.groupBy(tests, (file) => file.split('/', 1)[0] ?? '')).map((files) => files ?? [])
  const alive = () => mutants.filter((mutant) => !killed.has(mutant))

  const stillAlive = <T extends { mutant: number }>(steps: T[]) => steps.filter(({ mutant }) => !killed.has(mutant))

  /** Answers the number of files that were done. What had begun and never ended hangs. */
  function take(notes: readonly Note[], files: readonly string[]): number {
    for (const note of notes) {
      if (note.note === 'ended' && note.isKilled) killed.add(note.mutant)
      if (note.note === 'ended') tried.add(note.mutant)
      if (note.note === 'failing') failing.set(note.test, note.error)
      if (note.note === 'reached') for (const mutant of note.mutants) (note.at === 'load' ? atLoad : reached).add(mutant)
      if (note.note === 'unrepeatable') {
        for (const mutant of note.mutants) {
          killed.delete(mutant)
          unjudged.add(mutant)
        }
      }
    }
    const last = notes.at(-1)
    const done = notes.filter(({ note }) => note === 'done').length
    if (last?.note === 'begun') killed.add(last.mutant)
    else if (done < files.length) throw new Error(`The worker of Vitest ended by itself in ${files[done]}.`)
    return done
  }

  for (const group of groups) {
    for (let files = group; files.length > 0 && alive().length > 0 && Date.now() < until;) {
      const done = take(await lane.work({ way: 'switched', mutants: alive(), until }, files), files)
      files = files.slice(done)
    }
  }

  const again = alive().filter((mutant) => atLoad.has(mutant) || unjudged.has(mutant))
  for (const mutant of again) tried.delete(mutant)
  while (again.length > 0 && Date.now() < until) {
    const some = again.splice(0, loadsPerWorker)
    for (const group of groups) {
      let steps = some.flatMap((mutant) => group.map((file) => ({ mutant, file })))
      for (steps = stillAlive(steps); steps.length > 0 && Date.now() < until; steps = stillAlive(steps)) {
        const files = steps.map(({ file }) => file)
        steps = steps.slice(take(await lane.work({ way: 'loaded', steps, until }, files), files))
      }
    }
  }

  const isOver = Date.now() >= until
  const verdictOf = (mutant: number): Verdict => {
    if (killed.has(mutant)) return 'killed'
    if (isOver && !tried.has(mutant)) return 'left'
    return reached.has(mutant) || atLoad.has(mutant) ? 'survived' : 'unreached'
  }
  return { verdicts: new Map(mutants.map((mutant) => [mutant, verdictOf(mutant)])), failing }
}
