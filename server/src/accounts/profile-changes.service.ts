import { normalizeEmail } from '@twofold/contract/email-address'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { updateProfile } from '@twofold/contract/profile'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import { checkAll, fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ProfileRow, ProfileServiceDeps } from './profile.service.ts'
import { presentProfile } from './present-profile.ts'
import { isOwnProof } from './own-proof.ts'
import type { AddressConfirmation } from './address-confirmation.service.ts'
import { createAddressChanges } from './address-changes.service.ts'

type ProfileInput = CallParts<typeof updateProfile>['body']

export function createProfileChanges(deps: ProfileServiceDeps, mails: AddressConfirmation) {
  const { require } = mails
  const { askToConfirm, changeAtOnce } = createAddressChanges(deps, mails)

  async function requireProof(user: Identity, profile: ProfileRow, password: string | undefined): Promise<void> {
    requirePassword(profile, password)
    if (!(await isOwnProof(deps.accounts, user, profile, password))) throw failField('profile.password_wrong', 'current_password')
  }

  /** Refuses an address in use, but only without an e-mail provider. With one, the owner is notified by e-mail and the caller sees no difference. */
  async function requireFree(email: string): Promise<void> {
    if (await deps.isMailAvailable()) return
    if ((await deps.accounts.findByEmail(email)) !== undefined) throw failField('auth.email_taken', 'email')
  }

  return {
    /** The complaints of `update` about well-formed fields, except for a wrong password. */
    async check({ email, current_password: password }: Partial<ProfileInput>, { user }: { user: Identity }): Promise<void> {
      if (email === undefined) return
      const profile = await require(user.id)
      if (!isOther(profile, email)) return
      await checkAll(
        () => requirePassword(profile, password),
        () => requireFree(email),
      )
    },
    /**
     * A new address requires the password and waits for its confirmation if e-mail can be sent; saving other fields does not affect a waiting one.
     * `also`: writes with the change.
     */
    async update(user: Identity, input: ProfileInput, client: Client, also: (tx: Tx) => void): Promise<CallResponse<typeof updateProfile>> {
      const before = await require(user.id)
      // A vault without a PIN could not be opened again.
      if (typeof input.auto_lock_minutes === 'number' && !before.has_pin) throw fail('pin.not_set')
      const isOtherAddress = isOther(before, input.email)
      if (isOtherAddress) {
        await deps.trust.requireOpen(user, 'makes a way in')
        await checkAll(
          () => requireProof(user, before, input.current_password),
          () => requireFree(input.email),
        )
      }
      const isMailAvailable = isOtherAddress && (await deps.isMailAvailable())
      await deps.transaction(async (tx) => {
        const now = await lock(deps, tx, before, { isProven: isOtherAddress })
        await deps.profiles(tx.db).update(
          user.id,
          {
            name: input.name,
            ...(input.auto_lock_minutes === undefined ? {} : { auto_lock_minutes: input.auto_lock_minutes }),
            // Another window may have changed the address meanwhile.
            ...(isOther(now, input.email) ? {} : { email: input.email }),
          },
          deps.clock.date(),
        )
        if (input.name !== now.name) {
          await deps.activity.record(tx, { userId: user.id, kind: 'name_changed', detail: { name: input.name }, address: client.address })
          await tx.emit('user.profile.updated', { to: { user_id: user.id }, data: { 'change.fields': [sentence('change.name')] } })
        }
        if (isMailAvailable) await askToConfirm(tx, now, input.email, client)
        else if (isOtherAddress) await changeAtOnce(tx, now, input.email, client)
        also(tx)
      })
      const after = presentProfile(await require(user.id))
      const answer = isMailAvailable ? say('account.profile_updated_confirm', { email: input.email }) : say('account.profile_updated')
      return { user: after, pending_email: after.pending_email, ...answer }
    },
  }
}

const isOther = (profile: ProfileRow, email: string) => normalizeEmail(email) !== profile.email_normalized

function requirePassword(profile: ProfileRow, password: string | undefined): void {
  if (profile.password_hash !== null && !password) throw failField('profile.password_missing', 'current_password')
}

/** The profile as it is now, held. `isProven`: by the password of `before`. */
async function lock(deps: ProfileServiceDeps, tx: Tx, before: ProfileRow, { isProven }: { isProven: boolean }): Promise<ProfileRow> {
  const now = await deps.profiles(tx.db).lock(before.id)
  if (now === undefined) throw fail('auth.unauthenticated')
  if (isProven && now.password_hash !== before.password_hash) throw failField('profile.password_wrong', 'current_password')
  return now
}
