import { createLiveValue } from './live-value.ts'

/** Milliseconds in which something can be taken back. The server gives a deletion a little more, for answers that take their time. */
export const undoDuration = 10_000

/** Milliseconds in which it can be tried again after it could not reach the server, which says when it is too late. */
export const undoAgainDuration = 60_000

/** Undoes the last act that can be undone, for the key Z; undefined: there is none, or its time is over. */
export const lastUndo = createLiveValue<(() => void) | undefined>(undefined)

/** Valid until it is undone or its time is over. Returns what undoes it, for a button. */
export function offerUndo(undo: () => void, durationMs = undoDuration): () => void {
  const once = () => {
    forget()
    undo()
  }
  const forget = () => {
    if (lastUndo.get() === once) lastUndo.set(undefined)
  }
  lastUndo.set(once)
  setTimeout(forget, durationMs)
  return once
}
