import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { LinksService } from '../../accounts/links.service.ts'
import type { Client, Identity } from '../../platform/identity.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import type { Tx } from '../../platform/transaction.ts'

/** An e-mail that did not arrive, and the administrator who sends it again. */
type Renewal = [mail: { userId: string | null; email: string }, by: { administrator: Identity; client: Client }]

export interface LinkRenewalDeps {
  accounts: Pick<AccountsService, 'findAddressee' | 'findByEmail'>
  links: Pick<LinksService, 'make'>
  policy: Pick<Policy, 'address'>
}

/** The links that administrators send: another in place of one that did not arrive, or undefined where its end is reached by now. */
export function createLinkRenewalService(deps: LinkRenewalDeps) {
  return {
    async renewRestored(tx: Tx, ...[mail, { administrator }]: Renewal): Promise<Record<string, string> | undefined> {
      const account = await deps.accounts.findAddressee(tx.db, mail)
      if (account === undefined) return undefined
      // The address may be one that an administrator chose: the link proves nothing about its person.
      const link = await deps.links.make(tx, {
        purpose: 'reset_password',
        userId: account.id,
        email: account.email,
        createdBy: administrator.id,
        isHandedOver: true,
      })
      return { ...link, 'actor.name': administrator.name }
    },

    async renewCreated(tx: Tx, ...[mail, { administrator }]: Renewal): Promise<Record<string, string> | undefined> {
      if (mail.userId !== null) {
        const login = { 'link.url': `${deps.policy.address}/login`, 'actor.name': administrator.name }
        return (await deps.accounts.findAddressee(tx.db, mail)) && login
      }
      if ((await deps.accounts.findByEmail(mail.email, tx.db)) !== undefined) return undefined
      const link = await deps.links.make(tx, { purpose: 'invite', userId: null, email: mail.email, createdBy: administrator.id })
      return { ...link, 'actor.name': administrator.name }
    },
  }
}
