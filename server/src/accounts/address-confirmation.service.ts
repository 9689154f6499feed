import { normalizeEmail } from '@twofold/contract/email-address'
import { fail } from '../platform/fail.ts'
import { lockCapacity } from '../platform/capacity.ts'
import type { Client } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ProfileRow, ProfileServiceDeps } from './profile.service.ts'

/** Links per address in `recently` milliseconds, so that nobody can flood another person's inbox. */
const mostLinks = 3

const recently = 15 * 60_000

export function createAddressConfirmation(deps: ProfileServiceDeps) {
  async function require(id: string): Promise<ProfileRow> {
    const profile = await deps.profiles(deps.db).find(id)
    if (profile === undefined) throw fail('auth.unauthenticated')
    return profile
  }

  /** The answer does not reveal whether the address has an account; the account holder is notified by e-mail. */
  async function mailLink(tx: Tx, profile: ProfileRow, email: string, client: Client): Promise<void> {
    // Behind a lock of the address: parallel calls of any accounts would each count the same.
    const [, recent] = await Promise.all([
      lockCapacity(tx.db, `change_email ${normalizeEmail(email)}`),
      deps.links.countRecent(tx, 'change_email', email, recently),
    ])
    if (recent >= mostLinks) {
      const seconds = recently / 1000
      throw fail('rate.limited', { parameters: { seconds }, retryAfter: seconds })
    }
    const holder = await deps.accounts.findByEmail(email, tx.db)
    const link = await deps.links.make(tx, { purpose: 'change_email', userId: profile.id, email })
    if (holder !== undefined) return deps.verification.notifyKnown(tx, holder, client.address)
    await tx.emit('user.email_verification', { to: { address: email, name: profile.name, language_of: profile.id }, data: link })
  }

  return { require, mailLink }
}

export type AddressConfirmation = ReturnType<typeof createAddressConfirmation>
