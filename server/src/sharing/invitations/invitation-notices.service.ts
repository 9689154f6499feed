import { normalizeEmail } from '@twofold/contract/email-address'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import { wordKeys } from '../../keys/name-keys.ts'
import type { Addressee, ShareNotice, InvitationsServiceDeps } from './invitations.service.ts'
import { createRecipientMails } from './recipient-mails.service.ts'

/** Reminds people of shares and offers that wait for them. */
export function createInvitationNotices(deps: InvitationsServiceDeps) {
  const { mayMail, notifyShared, notifyOfferedTo, notifyHandedOver } = createRecipientMails(deps)

  async function invite(
    tx: Tx,
    owner: Pick<Identity, 'id' | 'name'>,
    { email, normalized, account }: Omit<Addressee, 'recipientId'>,
    keys: string[],
  ) {
    if (!(await mayMail(tx, { normalized }))) return
    const link = makeLink(tx, owner.id, { email, account })
    await tx.emit('key.share.invited', {
      to: { address: email, language_of: owner.id },
      data: { 'key.name': wordKeys(keys), 'share.by': owner.name, ...link },
    })
  }

  /** Proves the address: of somebody new by an invitation, of an account that has not proven it by a verification. */
  const makeLink = (tx: Tx, ownerId: string, { email, account }: Pick<Addressee, 'email' | 'account'>) =>
    deps.links.makeLast(
      tx,
      account === undefined
        ? { purpose: 'invite', userId: null, email, createdBy: ownerId }
        : { purpose: 'verify_email', userId: account.id, email, keepsOthers: true },
    )

  return {
    notifyShared,
    notifyHandedOver,
    invite,
    /** The present content of an earlier invitation, with a new link. Undefined if no share waits for the address any longer. */
    async renew(tx: Tx, { email, madeAt }: { email: string; madeAt: Date }) {
      const normalized = normalizeEmail(email)
      const rows = deps.invitations(tx.db)
      const waiting = [
        ...(await rows.listWaiting(normalized, madeAt, deps.clock.date())),
        ...(await rows.listWaitingOffers(normalized, madeAt, deps.clock.date())),
      ]
      const [latest] = waiting
      if (latest === undefined) return undefined
      const link = makeLink(tx, latest.owner_id, { email, account: await rows.findAccount(normalized) })
      const keys = waiting.filter((share) => share.owner_id === latest.owner_id).map((share) => share.key_name)
      return { 'key.name': wordKeys(keys), 'share.by': latest.owner_name, ...link }
    },
    /** Notifies a recipient who gets the share at once, and invites one who has to prove the address first. */
    async notify(tx: Tx, owner: Identity, to: Addressee, notice: ShareNotice): Promise<void> {
      await (to.recipientId === null ? invite(tx, owner, to, notice.keys) : notifyShared(tx, owner, to.recipientId, notice))
    },
    /** Notifies the recipient of an offer, or invites them if they have to prove the address first. */
    async notifyOffered(tx: Tx, owner: Pick<Identity, 'id' | 'name'>, to: Addressee, keys: string[]): Promise<void> {
      await (to.recipientId === null ? invite(tx, owner, to, keys) : notifyOfferedTo(tx, owner, to.recipientId, keys))
    },
  }
}
