import { readAuthToken } from './auth-token.ts'
import { createLiveValue, type LiveValue } from './live-value.ts'

/** A time in which only administrators work: until when, and what they say about it. */
export interface Maintenance {
  /** ISO 8601; empty if unknown. */
  until: string
  message: string
}

/** With the token of the refused session: the next person to sign in may be an administrator. */
const refused = createLiveValue<{ token: string; maintenance: Maintenance } | null>(null)

/** The maintenance that keeps this session out. */
export const maintenance: LiveValue<Maintenance | null> = {
  get() {
    const known = refused.get()
    return known !== null && known.token === readAuthToken() ? known.maintenance : null
  },
  subscribe: refused.subscribe,
}

/** The server says so, with the parameters of its answer. */
export function noteMaintenance({ until = '', note = '' }: Record<string, string | number>): void {
  const token = readAuthToken()
  if (token === null) return
  const next = { until: String(until), message: String(note) }
  const now = maintenance.get()
  if (now?.until !== next.until || now.message !== next.message) refused.set({ token, maintenance: next })
}

/** Called when a request succeeded again. */
export const noteMaintenanceEnded = () => refused.set(null)
