import type { MailFilters } from '@twofold/contract/mail-log/logs'
import { exportedNames, type LogPosition, type LogsRepository } from './logs.repository.ts'

/** E-mails read at once: the memory of an export, however long it gets. */
const batch = 500
/** E-mails that one statement searches for matches, so that none takes long, however few match. */
const window = 20_000

type Repository = Pick<LogsRepository, 'findWindowEnd' | 'listExported'>

/**
 * Streams the CSV as fast as it is consumed. Reads in batches, each from the end of the last one, and holds neither a connection nor a transaction
 * while the client is slow. E-mails newer than `start` are left out.
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
