import { limits } from '@twofold/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../platform/transaction.ts'
import { nameKeys, wordKeys } from '../../keys/name-keys.ts'
import type { ShareNotice, InvitationsServiceDeps } from './invitations.service.ts'

const mailWindow = 15 * 60 * 1000
const hour = 60 * 60 * 1000
const day = 24 * hour

/** Sends e-mails about shared keys. */
export function createRecipientMails(deps: InvitationsServiceDeps) {
  /** Whether one more e-mail may go to the address: nobody can flood it, nor learn that others write to it too. */
  async function mayMail(tx: Tx, to: { normalized: string } | { userId: string }): Promise<boolean> {
    const soon = { since: new Date(deps.clock.now() - mailWindow), most: limits.shareMailsPerRecipient }
    const daily = { since: new Date(deps.clock.now() - day), most: limits.shareMailsPerRecipientDaily }
    return deps.invitations(tx.db).putMail(uuid(), to, deps.clock.date(), [soon, daily])
  }

  /** Tells an account that keys are shared with it now, or at another level. */
  async function notifyShared(
    tx: Tx,
    by: { id: string; name: string },
    userId: string,
    { keys, permission, expiresAt }: ShareNotice,
  ): Promise<void> {
    const detail = { name: nameKeys(keys) }
    await deps.activity.record(tx, { userId, kind: 'share_received', actor: { id: by.id, name: by.name }, detail })
    if (!(await mayMail(tx, { userId }))) return
    await tx.emit('key.shared', {
      to: { user_id: userId },
      data: {
        'key.name': wordKeys(keys),
        'share.permission': permission,
        'share.by': by.name,
        'share.expires_at': expiresAt?.toISOString() ?? '',
      },
    })
  }

  /** Tells an account that somebody wants it to own keys. */
  async function notifyOfferedTo(tx: Tx, by: { id: string; name: string }, userId: string, keys: string[]): Promise<void> {
    const detail = { name: nameKeys(keys) }
    await deps.activity.record(tx, { userId, kind: 'key_offer_received', actor: { id: by.id, name: by.name }, detail })
    if (!(await mayMail(tx, { userId }))) return
    await tx.emit('key.offered', { to: { user_id: userId }, data: { 'key.name': wordKeys(keys), 'share.by': by.name } })
  }

  /** Tells an account that an administrator made it the owner of keys. */
  async function notifyHandedOver(
    tx: Tx,
    userId: string,
    { keys, from, by }: { keys: readonly string[]; from: string; by: string },
  ): Promise<void> {
    if (!(await mayMail(tx, { userId }))) return
    await tx.emit('key.handed_over', {
      to: { user_id: userId },
      data: { 'key.name': wordKeys(keys), 'key.former_owner': from, 'actor.name': by },
    })
  }

  return { mayMail, notifyShared, notifyOfferedTo, notifyHandedOver }
}
