import { useEffect } from 'react'
import { createLiveValue, type LiveValue } from './live-value.ts'

const all = createLiveValue(0)
const onScreen = createLiveValue(0)
const once = createLiveValue(0)

/** Number of parts of the page with data that a reload would lose. */
export const unsavedChanges: LiveValue<number> = all

/** Number of those that a change of screen would lose too: forms, but neither pending requests nor what is typed again in a moment. */
export const changesOnScreen: LiveValue<number> = onScreen

/** Number of those that nobody edited: secrets and links that are shown only once. */
export const shownOnce: LiveValue<number> = once

/**
 * While `isDirty`, nothing reloads the page automatically. `onItsWay`: it is being saved, and arrives whatever screen is open. `isProof`: somebody proves who
 * they are, and types that again in a moment. `isShownOnce`: nothing was edited, but what is on the screen cannot be shown again.
 */
export function useUnsavedChanges(isDirty: boolean, { onItsWay = false, isProof = false, isShownOnce = false } = {}): void {
  useEffect(() => {
    if (!isDirty) return
    const counts = [all, ...(onItsWay || isProof ? [] : [onScreen]), ...(isShownOnce ? [once] : [])]
    for (const count of counts) count.set(count.get() + 1)
    return () => {
      for (const count of counts) count.set(count.get() - 1)
    }
  }, [isDirty, onItsWay, isProof, isShownOnce])
}
