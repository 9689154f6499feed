import type { MailResolution } from '@twofold/contract/mail-log/logs'
import { v7 as uuid } from 'uuid'
import { fail } from '../../platform/fail.ts'
import type { Tx } from '../../platform/transaction.ts'
import { openContent, sealContent } from '../../mail-delivery/delivery/mail-content.ts'
import { messageIdOf } from '../../mail-delivery/providers/message-id.ts'
import type { NewMail, ResendableMail, SentMail } from '../../mail-delivery/delivery/sent-mail.service.ts'
import type { Resender } from '../../platform/renew-link.ts'
import { carriesLink, type MailRenewal } from './mail-renewal.service.ts'
import type { LogsServiceDeps } from './logs.service.ts'

/** An idempotency key, so that each e-mail is resent at most once. */
export const resendKey = (id: string) => `resend:${id}`

/** Why this e-mail cannot be resent, as far as its row tells. Whether a new link still serves a purpose shows only when it is made. */
export function refusalOf(row: ResendableMail, { canRenew }: Pick<MailRenewal, 'canRenew'>) {
  if (row.status !== 'failed' && row.status !== 'bounced') return 'email.not_resendable'
  if (carriesLink(row)) return canRenew(row.event_name) ? undefined : 'email.link_not_kept'
  return row.has_body ? undefined : 'email.content_gone'
}

/** Sends e-mail again, and resolves unknown outcomes. */
export function createResending(deps: LogsServiceDeps) {
  const logs = deps.logs(deps.db)

  /** Sends it as a new e-mail. Once only: a second one is refused. */
  async function sendAgain(tx: Tx, row: SentMail, by: Resender, due = deps.clock.date()): Promise<string> {
    const mail = carriesLink(row) ? await deps.renewMail.renew(tx, row, by) : await copyOf(row)
    const again = { ...mail, due_at: due, decision_id: row.decision_id, idempotency_key: resendKey(row.id) }
    if (!(await deps.sentMail.put(tx.db, again))) throw fail('email.already_resent')
    const target = { kind: 'mail', id: row.id, name: row.subject }
    await tx.audit({ action: 'email.mail_resent', target, after: { to: row.recipient_email, new_mail: mail.id } })
    return mail.id
  }

  async function copyOf(row: SentMail): Promise<NewMail> {
    if (row.body === null) throw fail('email.content_gone')
    const content = await openContent(deps.crypto, row.id, 'body', row.body)
    const id = uuid()
    const { mapping_id, template_slug, template_name, category, event_name, user_id, recipient_email, recipient_name, subject } = row
    const headers = deps.unsubscribeHeaders(user_id, event_name)
    return {
      id,
      mapping_id,
      template_slug,
      template_name,
      category,
      class: row.class,
      event_name,
      user_id,
      recipient_email,
      recipient_name,
      subject,
      message_id: messageIdOf(id, new URL(deps.app.url).hostname),
      outgoing: sealContent(deps.crypto, id, 'outgoing', { ...content, headers }),
      body: sealContent(deps.crypto, id, 'body', content),
      preferred_provider_id: row.preferred_provider_id,
      is_tracked: row.is_tracked,
      due_at: deps.clock.date(),
      created_at: deps.clock.date(),
    }
  }

  return {
    /**
     * Sends the content again as a new e-mail, once, with a new link if it had one. The administrator decides, regardless of conditions and the
     * suppression list. `due`: when it is sent, now by default. Answers the new e-mail's id.
     */
    async resend(id: string, by: Resender, due?: Date): Promise<string> {
      const before = await logs.find(id)
      if (before !== undefined) await deps.renewMail.tryOut(before, by)
      return deps.transaction(async (tx) => {
        const row = await deps.sentMail.lock(tx.db, id)
        if (row === undefined) throw fail('email.log_not_found')
        const refusal = refusalOf({ ...row, has_body: row.body !== null }, deps.renewMail)
        if (refusal) throw fail(refusal)
        return sendAgain(tx, row, by, due)
      })
    },

    /**
     * Resolves an e-mail with an unknown outcome, once: of two concurrent acts one wins. Sending it again is as with `resend`. Answers the new
     * e-mail's id, if there is one.
     */
    async resolve(id: string, as: MailResolution, by: Resender): Promise<string | null> {
      const before = as === 'sent_again' ? await logs.find(id) : undefined
      if (before !== undefined) await deps.renewMail.tryOut(before, by)
      return deps.transaction(async (tx) => {
        const row = await deps.sentMail.lock(tx.db, id)
        if (row === undefined) throw fail('email.log_not_found')
        if (row.resolution !== null) throw fail('email.already_resolved')
        if (row.status !== 'unknown') throw fail('email.outcome_known')
        await deps.sentMail.resolve(tx.db, id, as, deps.clock.date())
        if (as === 'sent_again') return sendAgain(tx, row, by)
        const target = { kind: 'mail', id, name: row.subject }
        await tx.audit({ action: 'email.mail_marked_delivered', target, after: { to: row.recipient_email } })
        return null
      })
    },
  }
}
