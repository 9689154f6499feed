import type { MailFilters, MailLog } from '@twofold/contract/email/logs'
import { csvRecord } from './csv.ts'
import type { LogPosition, LogRow, LogsRepository } from './logs.repository.ts'
import { presentLog } from './present-log.ts'

/** Mails read at once: what the export has in memory, however long it gets. */
const batch = 250
/** Mails that one statement looks through for those that the filters let through, so that none takes long, however few there are. */
const window = 20_000

const columns: readonly (readonly [name: string, value: (log: MailLog) => string | number | null])[] = [
  ['id', (log) => log.id],
  ['created_at', (log) => log.created_at],
  ['status', (log) => log.status],
  ['recipient_email', (log) => log.recipient_email],
  ['recipient_name', (log) => log.recipient_name],
  ['subject', (log) => log.subject],
  ['template', (log) => log.template?.name ?? null],
  ['category', (log) => log.category],
  ['event', (log) => log.event_name],
  ['provider', (log) => log.provider],
  ['provider_name', (log) => log.provider_name],
  ['message_id', (log) => log.message_id],
  ['provider_message_id', (log) => log.provider_message_id],
  ['attempts', (log) => log.attempts],
  ['sent_at', (log) => log.sent_at],
  ['delivered_at', (log) => log.delivered_at],
  ['opened_at', (log) => log.opened_at],
  ['clicked_at', (log) => log.clicked_at],
  ['bounced_at', (log) => log.bounced_at],
  ['complained_at', (log) => log.complained_at],
  ['failed_at', (log) => log.failed_at],
  ['error_message', (log) => log.error_message],
]

/**
 * The CSV, piece by piece, as fast as it is taken. Reads batch after batch from where the last one ended, and holds neither a connection
 * nor a transaction while the other side is slow. Mails younger than `start` are left out.
 */
export async function* exportLogs(
  logs: Pick<LogsRepository, 'findWindowEnd' | 'listBetween'>,
  filters: MailFilters,
  start: Date,
): AsyncGenerator<string> {
  yield csvRecord(columns.map(([name]) => name))
  let from: LogPosition | undefined = { created_at: start, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  while (from !== undefined) {
    const end: LogPosition | undefined = await logs.findWindowEnd(from, window)
    let after: LogPosition | undefined = from
    while (after !== undefined) {
      const rows: LogRow[] = await logs.listBetween(filters, after, end, batch)
      if (rows.length > 0) yield rows.map((row) => csvRecord(columns.map(([, value]) => value(presentLog(row))))).join('')
      after = rows.length < batch ? undefined : rows.at(-1)
    }
    from = end
  }
}
