import type { MailFilters, MailLogDetails, MailResolution } from '@twofold/contract/mail-log/logs'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { defaultPageSize } from '@twofold/contract/paging'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Transaction, Tx } from '../../platform/transaction.ts'
import { openContent, sealContent } from '../../mail-delivery/delivery/mail-content.ts'
import { messageIdOf } from '../../mail-delivery/providers/message-id.ts'
import type { NewMailRow, QueueRepository } from '../../mail-delivery/delivery/queue.repository.ts'
import type { RecordsRepository } from '../../mail-delivery/delivery/records.repository.ts'
import { paged } from '../../platform/paging.ts'
import type { PreviewsService } from '../../mail-design/previews/previews.service.ts'
import { exportLogs } from './export-logs.ts'
import type { LogsRepository } from './logs.repository.ts'
import { createOlderMails } from './older-mails.ts'
import { figuresOf } from '../../mail-design/templates/present-template.ts'
import { presentDetails } from './present-details.ts'
import { presentLog } from './present-log.ts'
import { carriesLink, type createMailRenewal, type Resender } from './renew-mail.ts'

export interface LogsServiceDeps {
  db: Db
  transaction: Transaction
  logs: (db: Db) => LogsRepository
  queue: (db: Db) => QueueRepository
  records: (db: Db) => Pick<RecordsRepository, 'resolve'>
  crypto: Pick<Crypto, 'seal' | 'open'>
  previews: Pick<PreviewsService, 'keep'>
  /** Where a person says that mail of this event is not wanted; undefined where people cannot choose. */
  unsubscribeHeaders: (userId: string | null, event: string | null) => Record<string, string>
  renewMail: ReturnType<typeof createMailRenewal>
  app: { readonly url: string }
  clock: Clock
}

type LockedRow = NonNullable<Awaited<ReturnType<LogsRepository['lock']>>>

export function createLogsService(deps: LogsServiceDeps) {
  const logs = deps.logs(deps.db)
  const now = () => new Date(deps.clock.now())
  const olderMails = createOlderMails(deps.clock)

  async function get(id: string): Promise<Omit<MailLogDetails, 'preview_url'>> {
    const [row, attempts, trouble] = await Promise.all([logs.find(id), logs.listAttempts(id), logs.findTrouble(id)])
    if (row === undefined) throw fail('email.log_not_found')
    const content = row.body === null ? undefined : await openContent(deps.crypto, id, 'body', row.body)
    return presentDetails(row, { content, attempts, trouble })
  }

  return {
    async list({ page, ...filters }: MailFilters & { page: number }) {
      const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '')
      const counted = isFiltered ? undefined : olderMails.counted()
      const { rows, total, older } = await logs.list(filters, (page - 1) * defaultPageSize, defaultPageSize, counted)
      if (counted !== undefined && rows.length > 0) olderMails.note(counted, older)
      return paged(rows.map(presentLog), { page, perPage: defaultPageSize, total })
    },

    /** The newest mails of a template, with what became of all of them. */
    async listOfTemplate(slug: string, { limit, ...filters }: Pick<MailFilters, 'status' | 'provider'> & { limit: number }) {
      const [rows, counts, providers] = await Promise.all([
        logs.listOfTemplate(slug, filters, limit),
        logs.countOfTemplate(slug),
        logs.listProviders(),
      ])
      return {
        logs: { data: rows.map(presentLog) },
        summary: {
          total_logs: counts.reduce((total, { count }) => total + count, 0),
          success_rate: figuresOf(counts).success_rate,
          status_counts: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
        },
        filters: { providers: Object.fromEntries(providers.map(({ provider }) => [provider, providerLabels[provider]])) },
      }
    },

    get,

    /** With its content at an address that this session can open. */
    async show(sessionId: string, id: string): Promise<MailLogDetails> {
      const log = await get(id)
      return { ...log, preview_url: log.html_content === null ? null : await deps.previews.keep(sessionId, log.html_content) }
    },

    /** The CSV with these filters: its name, and its content piece by piece. That it was taken is written down. */
    async export(filters: MailFilters): Promise<{ name: string; content: AsyncGenerator<string> }> {
      await deps.transaction((tx) => tx.audit({ action: 'email.logs_exported', after: { ...filters } }))
      return { name: `email-logs-${now().toISOString().slice(0, 10)}.csv`, content: exportLogs(logs, filters, now()) }
    },

    /**
     * Sends the content once more as a new mail, once, with a new link where it had one. The administrator who asks decides: neither
     * conditions nor the suppression list do. Answers the new mail's id.
     */
    async resend(id: string, by: Resender): Promise<string> {
      const before = await logs.find(id)
      if (before !== undefined) await deps.renewMail.tryOut(before, by)
      return deps.transaction(async (tx) => {
        const row = await deps.logs(tx.db).lock(id)
        if (row === undefined) throw fail('email.log_not_found')
        if (row.status !== 'failed' && row.status !== 'bounced') throw fail('email.not_resendable')
        return sendAgain(tx, row, by)
      })
    },

    /**
     * Decides about a mail whose outcome nobody knows, once: of two acts at the same moment one wins. Sending it again is as with `resend`.
     * Answers the new mail's id, if there is one.
     */
    async resolve(id: string, as: MailResolution, by: Resender): Promise<string | null> {
      const before = as === 'sent_again' ? await logs.find(id) : undefined
      if (before !== undefined) await deps.renewMail.tryOut(before, by)
      return deps.transaction(async (tx) => {
        const rows = deps.logs(tx.db)
        const row = await rows.lock(id)
        if (row === undefined) throw fail('email.log_not_found')
        if (row.resolution !== null) throw fail('email.already_resolved')
        if (row.status !== 'unknown') throw fail('email.outcome_known')
        await deps.records(tx.db).resolve(id, as, now())
        if (as === 'sent_again') return sendAgain(tx, row, by)
        const target = { kind: 'mail', id, name: row.subject }
        await tx.audit({ action: 'email.mail_marked_delivered', target, after: { to: row.recipient_email } })
        return null
      })
    },
  }

  /** As another mail. Once for each: a second one is refused. */
  async function sendAgain(tx: Tx, row: LockedRow, by: Resender): Promise<string> {
    const mail = carriesLink(row) ? await deps.renewMail.renew(tx, row, by) : await copyOf(row)
    const isNew = await deps.queue(tx.db).put({ ...mail, decision_id: row.decision_id, idempotency_key: `resend:${row.id}` })
    if (!isNew) throw fail('email.already_resent')
    const target = { kind: 'mail', id: row.id, name: row.subject }
    await tx.audit({ action: 'email.mail_resent', target, after: { to: row.recipient_email, new_mail: mail.id } })
    return mail.id
  }

  async function copyOf(row: LockedRow): Promise<NewMailRow> {
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
      due_at: now(),
      created_at: now(),
    }
  }
}

export type LogsService = ReturnType<typeof createLogsService>
