import { useEffect, useEffectEvent } from 'react'
import { addShortcut } from './shortcuts.ts'

/**
 * A key of the present screen, named in the list that `?` shows: `useShortcut('n', t`Add a 2FA key`, () => setAdding(true))`.
 * Of several keys the list shows the first and the last.
 * Never fires while somebody types (but `inEmptyLines`), nor with Ctrl, Alt or Cmd, nor beneath a dialog unless `inDialog`.
 */
export function useShortcut(
  key: string | readonly string[],
  description: string,
  handler: (key: string) => void,
  { enabled = true, inDialog = false, sparesFields = false, inEmptyLines = false } = {},
): void {
  const run = useEffectEvent(handler)
  useEffect(() => {
    const keys = typeof key === 'string' ? [key] : key
    return enabled ? addShortcut({ keys, description, run: (pressed) => run(pressed), inDialog, sparesFields, inEmptyLines }) : undefined
  }, [key, description, enabled, inDialog, sparesFields, inEmptyLines])
}
