import { useEffect, useEffectEvent } from 'react'
import { addShortcut } from './shortcuts.ts'

/**
 * A key of the present screen, named in the list that `?` shows: `useShortcut('n', t`Add a 2FA key`, () => setAdding(true))`.
 * Never fires while somebody types, nor with Ctrl, Alt or Cmd, nor beneath a dialog unless `inDialog`.
 */
export function useShortcut(key: string, description: string, handler: () => void, { enabled = true, inDialog = false } = {}): void {
  const run = useEffectEvent(handler)
  useEffect(() => {
    return enabled ? addShortcut({ key, description, run: () => run(), inDialog }) : undefined
  }, [key, description, enabled, inDialog])
}
