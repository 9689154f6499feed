import { normalizeEmail } from '@twofold/contract/email-address'
import { sentence } from '@twofold/contract/sentences/sentences'
import { failField } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ProfileRow, ProfileServiceDeps } from './profile.service.ts'
import type { AddressConfirmation } from './address-confirmation.service.ts'

export function createAddressChanges(deps: ProfileServiceDeps, { mailLink }: AddressConfirmation) {
  /** Waits until the new address confirms. */
  async function askToConfirm(tx: Tx, profile: ProfileRow, email: string, client: Client): Promise<void> {
    await mailLink(tx, profile, email, client)
    await deps.profiles(tx.db).setPendingEmail(profile.id, { email, normalized: normalizeEmail(email) }, deps.clock.date())
    await deps.activity.record(tx, { userId: profile.id, kind: 'email_change_requested', detail: { email }, address: client.address })
    await tx.emit('user.profile.updated', {
      to: { user_id: profile.id },
      data: { 'change.fields': [sentence('change.email_pending', { email })] },
    })
  }

  async function changeAtOnce(tx: Tx, profile: ProfileRow, email: string, client: Client): Promise<void> {
    const isFree = await deps.profiles(tx.db).replaceEmail(profile.id, { email, normalized: normalizeEmail(email) }, deps.clock.date())
    if (!isFree) throw failField('auth.email_taken', 'email')
    await deps.trust.doubtUnproven(tx, profile.id)
    await deps.activity.record(tx, { userId: profile.id, kind: 'email_changed', detail: { email }, address: client.address })
    const data = { 'change.fields': [sentence('change.email_to', { email })] }
    await tx.emit('user.profile.updated', { to: { user_id: profile.id }, data })
    await tx.emit('user.profile.updated', { to: { address: profile.email, name: profile.name, language_of: profile.id }, data })
  }

  return { askToConfirm, changeAtOnce }
}
