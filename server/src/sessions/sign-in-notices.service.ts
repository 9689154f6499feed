import { sentence } from '@twofold/contract/sentences/sentences'
import type { Account } from '../accounts/account.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Client } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { nameDevice, wordDevice } from './device-name.ts'
import { devicesKnownFor, suspiciousFailures } from './session-rules.ts'
import type { SessionOpeningDeps } from './opening.service.ts'

/** Notifies a user of a new sign-in. */
export function createSignInNotices(deps: SessionOpeningDeps) {
  /** Tells of a sign-in what its person may want to know: that it came from a new device, or after tries that failed. */
  async function tell(tx: Tx, account: Account, client: Client, isSuspicious: boolean): Promise<void> {
    const now = deps.clock.date()
    const device = nameDevice(client.userAgent)
    const remembered = deps.sessions(tx.db).rememberDevice(
      {
        userId: account.id,
        hash: hashToken(client.device() ?? `program ${client.userAgent ?? ''} ${client.network}`),
        userAgent: client.userAgent ?? null,
        ip: client.address,
      },
      now,
      new Date(now.getTime() - devicesKnownFor),
    )
    const [isKnown, failures] = await Promise.all([remembered, deps.guard.countRecentFailures(tx, account.email)])
    const isNewDevice = !isKnown && account.last_login_at !== null
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

  return { tell }
}
