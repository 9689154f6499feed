import { normalizeEmail } from '@twofold/contract/email-address'
import { type previewRestore, restorableDays } from '@twofold/contract/admin/restored-users'
import type { CallAnswer } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { LinksService } from '../../accounts/links.service.ts'
import type { Accounts } from '../../accounts/noun.ts'
import { fail } from '../../platform/fail.ts'
import type { Db } from '../../platform/database.ts'
import type { Identity } from '../../platform/identity.ts'
import { requireStillAtOnce } from '../../platform/judge-again.ts'
import type { InvitationsService } from '../../sharing/invitations/invitations.service.ts'
import type { Sharing } from '../../sharing/noun.ts'
import type { LeaversService } from '../leavers/leavers.service.ts'
import { createRestorationNotices } from './restoration-notices.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000

export interface UserRestorationDeps extends ServiceDeps {
  accountRestoration: Accounts['accountRestoration']
  accountEndings: Sharing['accountEndings']
  accounts: Pick<AccountsService, 'requireStillAdministrator'>
  links: Pick<LinksService, 'make'>
  invitations: Pick<InvitationsService, 'findAccount' | 'findSuccessor' | 'notifyShared'>
  leavers: Pick<LeaversService, 'reopenAsRestored'>
  activity: Pick<ActivityService, 'record'>
  isMailAvailable: (db?: Db) => Promise<boolean>
}

const restorableUntil = (deletedAt: Date) => new Date(deletedAt.getTime() + restorableDays * day)

function requireRestorable<Row extends { deleted_at: Date | null }>(row: Row | undefined, now: Date): Row & { deleted_at: Date } {
  if (row === undefined) throw fail('users.not_found')
  const { deleted_at: deletedAt } = row
  if (deletedAt === null) throw fail('users.not_deleted')
  if (restorableUntil(deletedAt) <= now) throw fail('users.restore_over', { parameters: { days: restorableDays } })
  return { ...row, deleted_at: deletedAt }
}

/**
 * Deleted accounts can be restored for 30 days, without their sessions and password: restoring an account must not be a way into it. See
 * docs/decisions/0085.
 */
export function createUserRestorationService(deps: UserRestorationDeps) {
  const { notify } = createRestorationNotices(deps)
  const rows = deps.accountRestoration
  return {
    async preview(id: string): Promise<CallAnswer<typeof previewRestore>> {
      const row = requireRestorable(await rows.find(deps.db, id), deps.clock.date())
      const [counted, isTaken, isMailAvailable] = await Promise.all([
        deps.accountEndings.count(deps.db, id, deps.clock.date()),
        rows.isAddressTaken(deps.db, row.email_normalized),
        deps.isMailAvailable(),
      ])
      return {
        name: row.name,
        email: row.email,
        is_address_taken: isTaken,
        is_deactivated: !row.was_active,
        ...counted,
        is_mail_available: isMailAvailable,
        restorable_until: restorableUntil(row.deleted_at).toISOString(),
      }
    },
    /** `email`: another address for the account. */
    async restore(administrator: Identity, id: string, email: string | undefined): Promise<Said> {
      return deps.transaction(async (tx) => {
        const [, locked, holder, isMailAvailable] = await Promise.all([
          deps.accounts.requireStillAdministrator(tx, administrator.id, id),
          rows.lock(tx.db, id),
          // Concurrent sharing with the address happens entirely before or after.
          email === undefined ? deps.invitations.findSuccessor(tx, id) : deps.invitations.findAccount(tx, normalizeEmail(email)),
          deps.isMailAvailable(tx.db),
        ])
        const target = requireRestorable(locked, deps.clock.date())
        await requireStillAtOnce(tx.db)
        const wanted = { email: email ?? target.email, normalized: normalizeEmail(email ?? target.email) }
        const isOtherAddress = wanted.normalized !== target.email_normalized
        const isTaken = fail('users.address_taken', { parameters: { email: wanted.email } })
        if (holder !== undefined) throw isTaken
        const restored = rows.restore(tx.db, id, { ...wanted, isActive: target.was_active }, deps.clock.date())
        const rest = Promise.all([
          deps.accountEndings.revive(tx.db, id, deps.clock.date()),
          deps.leavers.reopenAsRestored(tx, administrator, { id, name: target.name, is_active: target.was_active }, target.deleted_at),
        ])
        // Sent along with the account itself, it fails where that does.
        rest.catch(() => {})
        if (!(await restored)) throw isTaken
        const [revived] = await rest
        tx.writeLast(() => rows.forgetDeletion(tx.db, id))
        await tx.audit({
          action: 'user.restored',
          target: { kind: 'user', id, name: target.name },
          before: { email: target.email, deleted_at: target.deleted_at.toISOString() },
          after: { email: wanted.email, is_active: target.was_active, role: target.role, shares: revived.length },
        })
        await deps.activity.record(tx, {
          userId: id,
          kind: 'account_restored',
          actor: { id: administrator.id, name: administrator.name },
        })
        await notify(tx, administrator, id, revived)
        // A link to an address that the administrator chose proves nothing about the person.
        const link = await deps.links.make(tx, {
          purpose: 'reset_password',
          userId: id,
          email: wanted.email,
          ...(isOtherAddress ? { createdBy: administrator.id, isHandedOver: true } : {}),
        })
        await tx.emit('admin.user.restored', { to: { user_id: id }, data: { ...link, 'actor.name': administrator.name } })
        if (isOtherAddress) {
          const data = { 'change.fields': [sentence('change.email_to', { email: wanted.email })] }
          await tx.emit('user.profile.updated', { to: { address: target.email, name: target.name, language_of: id }, data })
        }
        if (!isMailAvailable) return say('user.restored_no_mail')
        return say('user.restored', { email: wanted.email })
      })
    },
  }
}

export type UserRestorationService = ReturnType<typeof createUserRestorationService>
