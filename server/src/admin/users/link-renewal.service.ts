import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { LinksService } from '../../accounts/links.service.ts'
import type { VerificationService } from '../../accounts/verification.service.ts'
import type { Client, Identity } from '../../platform/http/identity.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { InvitationsService } from '../../sharing/invitations.service.ts'

/** A mail that did not arrive. */
export interface MailWithLink {
  event: string
  userId: string | null
  email: string
  madeAt: Date
}

export interface LinkRenewalDeps {
  accounts: Pick<AccountsService, 'find' | 'findByEmail'>
  links: Pick<LinksService, 'make'>
  verification: Pick<VerificationService, 'renew'>
  invitations: Pick<InvitationsService, 'renew'>
  activity: Pick<ActivityService, 'record'>
  policy: Pick<Policy, 'address'>
}

/** One-time links are kept nowhere: whoever sends a mail again that carried one needs another, to the same end. */
export function createLinkRenewalService(deps: LinkRenewalDeps) {
  /** The active account that the mail was for, as long as it still has that address. */
  async function findAccount({ userId, email }: MailWithLink) {
    const account = userId === null ? undefined : await deps.accounts.find(userId)
    return account?.is_active === true && account.email.toLowerCase() === email.toLowerCase() ? account : undefined
  }

  return {
    /** What the event says now. Undefined where its end is reached by now, or only its person can ask for another link. */
    async renew(tx: Tx, mail: MailWithLink, by: { administrator: Identity; client: Client }): Promise<Record<string, string> | undefined> {
      const actor = { id: by.administrator.id, name: by.administrator.name }
      switch (mail.event) {
        case 'user.email_verification': {
          const link = await deps.verification.renew(tx, mail)
          return link && { ...link }
        }
        case 'user.password.reset_requested': {
          const account = await findAccount(mail)
          if (account === undefined) return undefined
          const link = await deps.links.make(tx, { purpose: 'reset_password', userId: account.id, email: account.email })
          await deps.activity.record(tx, { userId: account.id, kind: 'password_reset_requested', actor })
          return { ...link, 'login.ip': by.client.address }
        }
        case 'admin.user.restored': {
          const account = await findAccount(mail)
          if (account === undefined) return undefined
          // The address may be one that an administrator chose: the link proves nothing about its person.
          const link = await deps.links.make(tx, {
            purpose: 'reset_password',
            userId: account.id,
            email: account.email,
            createdBy: actor.id,
            isHandedOver: true,
          })
          return { ...link, 'actor.name': actor.name }
        }
        case 'admin.user.created': {
          if (mail.userId !== null) {
            return (await findAccount(mail)) && { 'link.url': `${deps.policy.address}/login`, 'actor.name': actor.name }
          }
          if ((await deps.accounts.findByEmail(mail.email)) !== undefined) return undefined
          const link = await deps.links.make(tx, { purpose: 'invite', userId: null, email: mail.email, createdBy: actor.id })
          return { ...link, 'actor.name': actor.name }
        }
        case 'key.share.invited':
          return deps.invitations.renew(tx, mail)
        default:
          return undefined
      }
    },
  }
}
