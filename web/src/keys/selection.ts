import { useSyncExternalStore } from 'react'
import { createLiveValue } from '../lib/live-value.ts'

/** Keys selected for sharing; undefined outside of selection mode. Kept outside React, so that a toggle redraws one card rather than all. */
export const selectedKeys = createLiveValue<ReadonlySet<string> | undefined>(undefined)

export function toggleSelected(id: string): void {
  const chosen = new Set(selectedKeys.get())
  if (!chosen.delete(id)) chosen.add(id)
  selectedKeys.set(chosen)
}

export const useIsSelecting = () => useSyncExternalStore(selectedKeys.subscribe, () => selectedKeys.get() !== undefined)
export const useIsSelected = (id: string) => useSyncExternalStore(selectedKeys.subscribe, () => selectedKeys.get()?.has(id) ?? false)

/** Names the button that begins to choose keys, so that the focus finds it again. */
export const selectButtonId = 'select-keys'
