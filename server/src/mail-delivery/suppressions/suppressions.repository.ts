import { normalizeEmail } from '@twofold/contract/email-address'
import type { SuppressionFilters } from '@twofold/contract/mail-delivery/suppressions'
import { type Insertable, sql } from 'kysely'
import { csvCell } from '../../platform/csv-cell.ts'
import type { Database, Db } from '../../platform/database.ts'
import { readTotal, totalOf } from '../../platform/paging.ts'
import { contains, plain } from '../../platform/like-pattern.ts'
import { changesRow } from '../../platform/row-counts.ts'

/** The columns of the export, which an import reads again. */
export const exportedColumns = 'email,reason,detail,created_at'

const record = sql<string>`concat_ws(',', ${csvCell(sql.ref('email'))}, reason, coalesce(${csvCell(sql.ref('detail'))}, ''),
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || ${'\r\n'}::text`

export function createSuppressionsRepository(db: Db) {
  const matching = ({ search, reason }: SuppressionFilters) => {
    let rows = db.selectFrom('email_suppressions')
    if (search !== undefined && search !== '') rows = rows.where(contains(plain('email'), search))
    if (reason !== undefined) rows = rows.where('reason', '=', reason)
    return rows
  }
  const shown = () =>
    db
      .selectFrom('email_suppressions')
      .leftJoin('people', 'people.id', 'email_suppressions.created_by')
      .select([
        'email_suppressions.id',
        'email_suppressions.email',
        'email_suppressions.reason',
        'email_suppressions.detail',
        'email_suppressions.log_id',
        'email_suppressions.created_at',
        'email_suppressions.created_by',
        'people.name as created_by_name',
      ])

  const putting = (entries: readonly Insertable<Database['email_suppressions']>[]) =>
    db
      .insertInto('email_suppressions')
      .values(entries.map((entry) => ({ ...entry, email: normalizeEmail(entry.email) })))
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet(({ ref }) => ({
            reason: ref('excluded.reason'),
            detail: ref('excluded.detail'),
            log_id: ref('excluded.log_id'),
          }))
          .where('email_suppressions.reason', '=', 'complaint')
          .where('excluded.reason', '=', 'bounce'),
      )

  return {
    async list(filters: SuppressionFilters, offset: number, limit: number) {
      const found = matching(filters)
      const rows = await shown()
        .select(totalOf(found))
        .where(
          'email_suppressions.id',
          'in',
          found.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit),
        )
        .orderBy('email_suppressions.created_at', 'desc')
        .orderBy('email_suppressions.id', 'desc')
        .execute()
      return { rows, total: await readTotal(rows, offset, found) }
    },
    find: (id: string) => shown().where('email_suppressions.id', '=', id).executeTakeFirst(),
    /**
     * False: the address is on the list already, and keeps its first reason. Only a hard bounce overrides a complaint, because e-mail that an account
     * depends on still goes to somebody who complained: so the order of arrival does not matter.
     */
    put: (suppression: Insertable<Database['email_suppressions']>): Promise<boolean> => changesRow(putting([suppression])),
    /** Those that are not on the list yet, in place of a complaint as with `put`. Answers how many; no address is in `entries` twice. */
    async putAll(entries: readonly Insertable<Database['email_suppressions']>[]): Promise<number> {
      const put = await putting([...entries])
        .returning('id')
        .execute()
      return put.length
    },
    /** The next addresses in alphabetical order after one, as CSV records with the columns `exportedColumns`. */
    listRecords: (filters: SuppressionFilters, after: string, limit: number) =>
      matching(filters)
        .where('email', '>', after)
        .orderBy('email')
        .limit(limit)
        .select(['email', record.as('record')])
        .execute(),
    /** False: there is no such entry. */
    remove: (id: string): Promise<boolean> => changesRow(db.deleteFrom('email_suppressions').where('id', '=', id)),
  }
}

export type SuppressionsRepository = ReturnType<typeof createSuppressionsRepository>
