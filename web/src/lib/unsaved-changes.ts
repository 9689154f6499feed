import { useEffect } from 'react'
import { createLiveValue, type LiveValue } from './live-value.ts'

const count = createLiveValue(0)

/** How many parts of the page hold something that a reload would lose. */
export const unsavedChanges: LiveValue<number> = count

/** While `isDirty`, nothing reloads the page by itself: for forms that somebody has typed into, and for what is shown only once. */
export function useUnsavedChanges(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    count.set(count.get() + 1)
    return () => count.set(count.get() - 1)
  }, [isDirty])
}
