import { createLiveValue } from '../lib/live-value.ts'

/** Takes the last thing back that can be taken back in the vault; undefined: there is nothing, or its time is over. */
export const lastUndo = createLiveValue<(() => void) | undefined>(undefined)

/** From now on for `milliseconds`, or until it is taken back. */
export function offerUndo(undo: () => void, milliseconds: number): void {
  const once = () => {
    forget()
    undo()
  }
  const forget = () => {
    if (lastUndo.get() === once) lastUndo.set(undefined)
  }
  lastUndo.set(once)
  setTimeout(forget, milliseconds)
}
