import { createLiveValue } from '../lib/live-value.ts'

/** Milliseconds in which something can be taken back. The server gives a deletion a little more, for answers that take their time. */
export const undoDuration = 10_000

/** Takes the last thing back that can be taken back in the vault; undefined: there is nothing, or its time is over. */
export const lastUndo = createLiveValue<(() => void) | undefined>(undefined)

/** Valid until it is undone or its time is over. */
export function offerUndo(undo: () => void): void {
  const once = () => {
    forget()
    undo()
  }
  const forget = () => {
    if (lastUndo.get() === once) lastUndo.set(undefined)
  }
  lastUndo.set(once)
  setTimeout(forget, undoDuration)
}
