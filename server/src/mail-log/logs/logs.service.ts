import type { MailFilters, MailLogDetails } from '@twofold/contract/mail-log/logs'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { defaultPageSize } from '@twofold/contract/paging'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import { openContent } from '../../mail-delivery/delivery/mail-content.ts'
import type { SentMailService } from '../../mail-delivery/delivery/sent-mail.service.ts'
import type { TemplatesService } from '../../mail-design/templates/templates.service.ts'
import type { Log } from '../../platform/log.ts'
import { paged } from '../../platform/paging.ts'
import type { PreviewsService } from '../../mail-design/previews/previews.service.ts'
import { createBulkResending } from './bulk-resending.service.ts'
import { exportLogs } from './export-logs.ts'
import type { LogsRepository } from './logs.repository.ts'
import { createOlderMails } from './older-mails.ts'
import { figuresOf } from '../../mail-design/templates/present-template.ts'
import { presentDetails } from './present-details.ts'
import { presentLog } from './present-log.ts'
import type { MailRenewal } from './mail-renewal.service.ts'
import { createResending } from './resending.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface LogsServiceDeps extends ServiceDeps {
  log: Log
  logs: (db: Db) => LogsRepository
  sentMail: Pick<SentMailService, 'listKeys' | 'listResendable' | 'lock' | 'put' | 'resolve'>
  templates: Pick<TemplatesService, 'get'>
  crypto: Pick<Crypto, 'seal' | 'open'>
  previews: Pick<PreviewsService, 'keep'>
  /** Headers for unsubscribing from the event's e-mail; none if it is not optional. */
  unsubscribeHeaders: (userId: string | null, event: string | null) => Record<string, string>
  renewMail: MailRenewal
  app: { readonly url: string }
}

export function createLogsService(deps: LogsServiceDeps) {
  const logs = deps.logs(deps.db)
  const olderMails = createOlderMails(deps.clock)

  const resending = createResending(deps)

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

    /** The newest e-mails of a template, with counts of all of them. */
    async listOfTemplate(idOrSlug: string, { limit, ...filters }: Pick<MailFilters, 'status' | 'provider'> & { limit: number }) {
      const { slug } = await deps.templates.get(idOrSlug)
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

    ...resending,
    ...createBulkResending(deps, resending.resend),
    get,

    /** Includes a URL of its content that this session can open. */
    async show(sessionId: string, id: string): Promise<MailLogDetails> {
      const log = await get(id)
      return { ...log, preview_url: log.html_content === null ? null : await deps.previews.keep(sessionId, log.html_content) }
    },

    /** The CSV with these filters: its name, and its content piece by piece. That it was taken is written down. */
    async export(filters: MailFilters): Promise<{ name: string; content: AsyncGenerator<string> }> {
      await deps.transaction((tx) => tx.audit({ action: 'email.logs_exported', after: { ...filters } }))
      return {
        name: `email-logs-${deps.clock.date().toISOString().slice(0, 10)}.csv`,
        content: exportLogs(logs, filters, deps.clock.date()),
      }
    },
  }
}

export type LogsService = ReturnType<typeof createLogsService>
