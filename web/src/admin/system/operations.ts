import { createLiveValue } from '../../lib/live-value.ts'
import { useLiveValue } from '../../lib/use-live-value.ts'

export interface Operation {
  action: string
  /** ISO 8601. */
  time: string
  result: string
  outcome: 'success' | 'error'
}

const most = 50

const storageKey = (userId: string) => `operations.${userId}`

/** One administrator's operations in this tab: kept as long as the tab, and hidden from anyone else who signs in there later. */
const operations = createLiveValue<{ userId: string; entries: readonly Operation[] }>({ userId: '', entries: [] })

function load(userId: string): void {
  if (operations.get().userId === userId) return
  operations.set({ userId, entries: read(userId) })
}

function read(userId: string): Operation[] {
  try {
    const stored: unknown = JSON.parse(globalThis.sessionStorage.getItem(storageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOperation) : []
  } catch {
    return []
  }
}

function isOperation(value: unknown): value is Operation {
  const one = value as Partial<Record<keyof Operation, unknown>> | null
  return (
    typeof one?.action === 'string' && typeof one.time === 'string' && typeof one.result === 'string' && typeof one.outcome === 'string'
  )
}

/** The newest first. */
export function useOperations(userId: string): readonly Operation[] {
  load(userId)
  return useLiveValue(operations).entries
}

export function noteOperation(operation: Omit<Operation, 'time'>): void {
  const { userId, entries } = operations.get()
  const next = [{ ...operation, time: new Date().toISOString() }, ...entries].slice(0, most)
  operations.set({ userId, entries: next })
  try {
    globalThis.sessionStorage.setItem(storageKey(userId), JSON.stringify(next))
  } catch {
    // The list then lasts until the page is reloaded.
  }
}
