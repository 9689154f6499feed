import { useEffect } from 'react'
import { createLiveValue, type LiveValue } from './live-value.ts'

const all = createLiveValue(0)
const onScreen = createLiveValue(0)

/** Number of parts of the page with data that a reload would lose. */
export const unsavedChanges: LiveValue<number> = all

/** Number of those that a change of screen would lose too: forms, but not pending requests. */
export const changesOnScreen: LiveValue<number> = onScreen

/**
 * While `isDirty`, nothing reloads the page automatically: for edited forms, and for content that is shown only once. `onItsWay`: it is being saved,
 * and arrives whatever screen is open.
 */
export function useUnsavedChanges(isDirty: boolean, { onItsWay = false } = {}): void {
  useEffect(() => {
    if (!isDirty) return
    const counts = onItsWay ? [all] : [all, onScreen]
    for (const count of counts) count.set(count.get() + 1)
    return () => {
      for (const count of counts) count.set(count.get() - 1)
    }
  }, [isDirty, onItsWay])
}
