import type { Clock } from './clock.ts'
import { shareNext } from './share-next.ts'

export interface SharedRecent<Answer> {
  get: () => Promise<Answer>
  /** Something was changed: who asks from now on gets an answer of a later moment. */
  forget: () => void
}

/** Like `shareNext`, but callers within `keptMs` milliseconds after a run began get its answer, unless something has changed since. */
export function shareRecent<Answer>(
  work: () => Promise<Answer>,
  { keptMs, clock }: { keptMs: number; clock: Clock },
): SharedRecent<Answer> {
  let kept: { answer: Answer; until: number } | undefined
  let changes = 0
  const next = shareNext(async () => {
    const [before, until] = [changes, clock.now() + keptMs]
    const answer = await work()
    if (changes === before) kept = { answer, until }
    return answer
  })
  return {
    get: () => (kept !== undefined && clock.now() < kept.until ? Promise.resolve(kept.answer) : next()),
    forget() {
      changes += 1
      kept = undefined
    },
  }
}
