import { normalizeEmail } from '@twofold/contract/email-address'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { PasswordChangesServiceDeps } from './password-changes.service.ts'

export const resetMailJob = 'accounts.reset-mail'

export function createPasswordResetLinks(deps: PasswordChangesServiceDeps) {
  return {
    /** Answers the same after the same time for every address: the rest happens later. */
    async requestReset(email: string, client: Client): Promise<Said> {
      if (!(await deps.isMailAvailable())) throw fail('mail.unavailable')
      await deps.transaction((tx) => tx.enqueue(resetMailJob, { email: normalizeEmail(email), address: client.address }))
      return say('account.reset_link_sent')
    },
    /** The job behind `requestReset`: nothing for addresses that have no active account. */
    async sendReset({ email, address }: { email: string; address: string }): Promise<void> {
      const account = await deps.accounts.findByEmail(email)
      if (account === undefined || !account.is_active) return
      await deps.transaction(async (tx) => {
        const link = await deps.links.make(tx, { purpose: 'reset_password', userId: account.id, email: account.email })
        await deps.activity.record(tx, { userId: account.id, kind: 'password_reset_requested', address })
        await tx.emit('user.password.reset_requested', { to: { user_id: account.id }, data: { ...link, 'login.ip': address } })
      })
    },
    /** Creates another link in place of one that did not arrive. Undefined if no active account has this address any longer. */
    async renewResetLink(
      tx: Tx,
      mail: { userId: string | null; email: string },
      by: { administrator: Pick<Identity, 'id' | 'name'>; client: Client },
    ): Promise<Record<string, string> | undefined> {
      const account = await deps.accounts.findAddressee(tx.db, mail)
      if (account === undefined) return undefined
      const link = await deps.links.make(tx, { purpose: 'reset_password', userId: account.id, email: account.email })
      const actor = { id: by.administrator.id, name: by.administrator.name }
      await deps.activity.record(tx, { userId: account.id, kind: 'password_reset_requested', actor })
      return { ...link, 'login.ip': by.client.address }
    },
  }
}
