import { normalizeEmail } from '@twofold/contract/email-address'
import { sentence } from '@twofold/contract/sentences/sentences'
import type { Account } from '../accounts/account.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Client } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { nameDevice, wordDevice } from './device-name.ts'
import { devicesKnownFor, suspiciousFailures } from './session-rules.ts'
import type { SessionOpeningDeps } from './opening.service.ts'
import { deviceOf } from './session-storage.service.ts'
import type { SignInSurroundings } from './sessions.repository.ts'

/** Milliseconds for which failures count as "just before" a sign-in. */
const recent = 15 * 60_000

/** Notifies a user of a new sign-in. */
export function createSignInNotices(deps: SessionOpeningDeps) {
  /** Facts that a sign-in and its notices depend on. */
  function look(tx: Tx, account: Pick<Account, 'id' | 'email'>, client: Client): Promise<SignInSurroundings> {
    const now = deps.clock.now()
    return deps.sessions(tx.db).lookAround({
      now: new Date(now),
      device: { userId: account.id, hash: deviceOf(client), knownSince: new Date(now - devicesKnownFor) },
      failures: { emailHash: hashToken(normalizeEmail(account.email)), since: new Date(now - recent) },
    })
  }

  /** Tells of a sign-in what its person may want to know: that it came from a new device, or after tries that failed. */
  async function notify(tx: Tx, account: Account, client: Client, seen: SignInSurroundings, isSuspicious: boolean): Promise<void> {
    const { failures } = seen
    const now = deps.clock.date()
    const device = nameDevice(client.userAgent)
    const isNewDevice = !seen.isKnown && account.last_login_at !== null
    const isAfterFailures = isSuspicious || failures >= suspiciousFailures
    const to = { user_id: account.id }
    const data = {
      'login.time': now.toISOString(),
      'login.ip': client.address,
      'login.device': [wordDevice(client.userAgent)],
      'login.location': [sentence('location.unknown')],
    }
    await tx.emit('user.login', { to, data })
    if (isNewDevice) await tx.emit('user.login.new_device', { to, data })
    if (isAfterFailures) await tx.emit('user.login.suspicious', { to, data: { ...data, 'login.failures': failures } })
    const kind = isAfterFailures ? 'signed_in_after_failures' : isNewDevice ? 'signed_in_from_new_device' : 'signed_in'
    await deps.activity.record(tx, { userId: account.id, kind, detail: { device }, address: client.address })
  }

  return { look, notify }
}
