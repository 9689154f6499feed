import { offerUndo, undoDuration } from '../lib/last-undo.ts'

export type ToastType = 'success' | 'error' | 'warning' | 'info'
export type ToastOptions = {
  /** Milliseconds until it hides, paused while hovered or focused. Default 4000; Infinity stays. */
  duration?: number | undefined
  /** `isUndo`: the key Z does it too. */
  action?: { label: string; onPress: () => void; isUndo?: boolean } | undefined
}
export type ToastEntry = ToastOptions & { id: number; type: ToastType; message: string; duration: number }

const MOST = 4
let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says what happened: `toast.success('2FA key added successfully!')`. The page itself must show the outcome too. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  /** Takes one away before its time; without an id, all. */
  dismiss: (id?: number) => publish(id === undefined ? [] : entries.filter((entry) => entry.id !== id)),
}

export const toasts = {
  list: () => entries,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function show(type: ToastType, message: string, { duration = 4000, ...options }: ToastOptions = {}): number {
  lastId += 1
  const id = lastId
  const { action } = options
  const undo =
    action?.isUndo &&
    offerUndo(
      () => {
        toast.dismiss(id)
        action.onPress()
      },
      Math.max(duration, undoDuration),
    )
  const entry = { ...options, ...(undo && { action: { ...action, onPress: undo } }), id, type, message, duration }
  // A repeated sentence replaces the one on the screen: copying five codes is not five toasts. Toasts with an action stay: two keys of the same name
  // are deleted one after the other, and each deletion can be undone.
  const others = entries.filter((entry) => entry.type !== type || entry.message !== message || entry.action !== undefined)
  publish(newest([...others, entry]))
  return id
}

/** Drops the oldest beyond the limit; those with an action last. */
function newest(all: readonly ToastEntry[]): readonly ToastEntry[] {
  if (all.length <= MOST) return all
  const leaving = all.slice(0, -1).find(({ action }) => action === undefined) ?? all[0]
  return all.filter((entry) => entry !== leaving)
}

function publish(next: readonly ToastEntry[]) {
  entries = next
  for (const listener of listeners) listener()
}
