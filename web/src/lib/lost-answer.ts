import { ApiError } from './api-error.ts'
import { networkOrPause } from './late-part.ts'
import { undoAgainDuration } from './last-undo.ts'

/** The server may have carried it out: nothing came back that says so or denies it. */
export const isLost = (error: unknown): boolean => error instanceof ApiError && error.isOutage

/**
 * The answer to `sent`; null if its answer was lost, and `isDone` sees that it was carried out all the same. Where nobody can be asked yet it
 * fails, and `onDone` is called should it turn out later.
 */
export async function orDone<Answer>(sent: Promise<Answer>, isDone: () => Promise<boolean>, onDone: () => void): Promise<Answer | null> {
  try {
    return await sent
  } catch (error) {
    if (!isLost(error)) throw error
    const looked = await isDone().catch((failure: unknown) => (isLost(failure) ? undefined : false))
    if (looked) return null
    if (looked === undefined) void isDoneLater(isDone).then((done) => done && onDone())
    throw error
  }
}

/** Whether it was carried out, as soon as the server can be asked; false if that is after the time for an Undo. */
async function isDoneLater(isDone: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + undoAgainDuration
  for (;;) {
    await networkOrPause()
    if (Date.now() > until) return false
    try {
      return await isDone()
    } catch (error) {
      if (!isLost(error)) return false
    }
  }
}
