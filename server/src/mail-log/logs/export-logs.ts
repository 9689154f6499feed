import type { MailFilters } from '@twofold/contract/mail-log/logs'
import { exportedNames } from './logs.repository.ts'
import type { LogPosition, LogsRepository } from './logs.repository.ts'

/** Mails read at once: what the export has in memory, however long it gets. */
const batch = 500
/** Mails that one statement looks through for those that the filters let through, so that none takes long, however few there are. */
const window = 20_000

type Repository = Pick<LogsRepository, 'findWindowEnd' | 'listExported'>

/**
 * The CSV, piece by piece, as fast as it is taken. Reads batch after batch from where the last one ended, and holds neither a connection
 * nor a transaction while the other side is slow. Mails younger than `start` are left out.
 */
export async function* exportLogs(logs: Repository, filters: MailFilters, start: Date): AsyncGenerator<string> {
  yield `${exportedNames.join(',')}\r\n`
  let from: LogPosition | undefined = { created_at: start, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  while (from !== undefined) {
    const end: LogPosition | undefined = await logs.findWindowEnd(from, window)
    let after: LogPosition | undefined = from
    while (after !== undefined) {
      const page: Awaited<ReturnType<LogsRepository['listExported']>> = await logs.listExported(filters, after, end, batch)
      if (page.rows > 0) yield page.records
      after = page.rows < batch ? undefined : page.end
    }
    from = end
  }
}
