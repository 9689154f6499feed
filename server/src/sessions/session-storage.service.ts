import { v7 as uuid } from 'uuid'
import type { Account } from '../accounts/account.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import { type Closure, requireOpen } from '../platform/maintenance.ts'
import type { Client } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { lifetimeOf, pendingLifetime } from './session-rules.ts'
import type { SessionOpeningDeps } from './opening.service.ts'

/** Recognizes a device. */
export const deviceOf = (client: Client): Buffer => hashToken(client.device() ?? `program ${client.userAgent ?? ''} ${client.network}`)

/** Stores new sessions. */
export function createSessionStorage(deps: SessionOpeningDeps) {
  /** Answers its token, and for a browser the other half. During maintenance only administrators get one. */
  function put(tx: Tx, account: Account, client: Client, closure: Closure | null, kind: { remember: boolean; isPending: boolean }) {
    const now = deps.clock.now()
    requireOpen(closure, account.role, now)
    const token = newToken()
    const half = client.isBrowser ? newToken() : undefined
    const device = client.device()
    const deviceHash = device === undefined ? null : hashToken(device)
    const sessions = deps.sessions(tx.db)
    const { idle, absolute } = kind.isPending
      ? { idle: pendingLifetime, absolute: pendingLifetime }
      : lifetimeOf(deps.policy, kind.remember)
    if (deviceHash !== null) tx.writeLast(() => sessions.removeOfDevice(deviceHash))
    const made = {
      id: uuid(),
      user_id: account.id,
      token_hash: hashToken(token),
      browser_hash: half === undefined ? null : hashToken(half),
      is_pending: kind.isPending,
      remember: kind.remember,
      ip: client.address,
      user_agent: client.userAgent ?? null,
      device_hash: deviceHash,
      created_at: new Date(now),
      idle_expires_at: new Date(now + idle),
      expires_at: new Date(now + absolute),
    }
    // A device is known once somebody has shown there all that there is to show.
    tx.writeLast(() => sessions.put(made, kind.isPending ? undefined : deviceOf(client)))
    if (half === undefined) return { token }
    const lasts = kind.remember && !kind.isPending
    return { token, browserHalf: lasts ? { value: half, maxAge: absolute / 1000 } : { value: half } }
  }

  return { put }
}
