import type { MailFilters } from '@twofold/contract/email/logs'
import { csvRecord } from './csv.ts'
import { exportedNames } from './logs.repository.ts'
import type { LogPosition, LogsRepository } from './logs.repository.ts'

/** Mails read at once: what the export has in memory, however long it gets. */
const batch = 200
/** Mails that one statement looks through for those that the filters let through, so that none takes long, however few there are. */
const window = 20_000

type Repository = Pick<LogsRepository, 'findWindowEnd' | 'listExported'>

/**
 * The CSV, piece by piece, as fast as it is taken. Reads batch after batch from where the last one ended, and holds neither a connection
 * nor a transaction while the other side is slow. Mails younger than `start` are left out.
 */
export async function* exportLogs(logs: Repository, filters: MailFilters, start: Date): AsyncGenerator<string> {
  yield csvRecord(exportedNames)
  let from: LogPosition | undefined = { created_at: start, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  while (from !== undefined) {
    const end: LogPosition | undefined = await logs.findWindowEnd(from, window)
    let after: LogPosition | undefined = from
    while (after !== undefined) {
      const rows: Awaited<ReturnType<LogsRepository['listExported']>> = await logs.listExported(filters, after, end, batch)
      if (rows.length > 0) yield rows.map(({ cells }) => csvRecord(JSON.parse(cells) as (string | number | null)[])).join('')
      after = rows.length < batch ? undefined : rows.at(-1)
    }
    from = end
  }
}
