import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import { nameKeys } from '../../keys/name-keys.ts'
import type { Outcome, Target, GivingServiceDeps, Wanted } from './giving.service.ts'

export function createGrantNotices(deps: GivingServiceDeps) {
  async function notify(tx: Tx, owner: Identity, target: Target, put: { name: string; outcome: Outcome }[], wanted: Wanted) {
    const notice = { keys: put.map(({ name }) => name), permission: wanted.permission, expiresAt: wanted.end }
    const isNew = put.some(({ outcome }) => outcome === 'shared')
    const detail = { name: nameKeys(notice.keys), with: nameOf(target) }
    await deps.activity.record(tx, { userId: owner.id, kind: isNew ? 'share_given' : 'share_changed', detail })
    if ('addressee' in target) {
      // A recipient without an account was invited when the share was made.
      if (isNew || target.addressee.recipientId !== null) await deps.invitations.notify(tx, owner, target.addressee, notice)
      return
    }
    if ('program' in target) {
      if (!isNew || target.program.managers.includes(owner.id)) return
      const waiting = { name: detail.name, account: target.program.name }
      for (const userId of target.program.managers)
        await deps.activity.record(tx, {
          userId,
          kind: 'service_account_key_waits',
          actor: { id: owner.id, name: owner.name },
          detail: { ...waiting, by: owner.name },
        })
      return
    }
    const groups = deps.groups(tx.db)
    const isFirst = isNew && (await groups.countKeys(target.group.id)) === put.length
    for (const member of await groups.listMembers(target.group.id)) {
      if (member.user_id === owner.id) continue
      if (member.user_id !== null) await deps.invitations.notifyShared(tx, owner, member.user_id, notice)
      else if (isFirst)
        await deps.invitations.invite(
          tx,
          owner,
          { email: member.email, normalized: member.email_normalized, account: undefined },
          notice.keys,
        )
    }
  }

  return { notify }
}

export function nameOf(target: Target): string {
  if ('program' in target) return target.program.shown_name
  return 'group' in target ? target.group.name : target.addressee.email
}
