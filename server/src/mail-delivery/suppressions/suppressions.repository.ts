import { normalizeEmail } from '@twofold/contract/email-address'
import type { SuppressionFilters } from '@twofold/contract/mail-delivery/suppressions'
import { type Insertable, type Selectable, sql } from 'kysely'
import { csvCell } from '../../platform/csv-cell.ts'
import type { Database, Db } from '../../platform/database.ts'
import { readTotal, totalOf } from '../../platform/paging.ts'
import { contains, plain } from '../../platform/like-pattern.ts'
import { changesRow } from '../../platform/row-counts.ts'

/** The columns of the export, which an import reads again. */
export const exportedColumns = 'email,reason,detail,created_at'

const inUtc = (time: string) => sql`to_char(${sql.ref(time)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A line for the reason, and one for a complaint beside it: an import puts them together again. */
function recordsFor(wanted: SuppressionFilters['reason']) {
  const ofReason = sql`concat_ws(',', ${csvCell(sql.ref('email'))}, reason, coalesce(${csvCell(sql.ref('detail'))}, ''), ${inUtc('created_at')})`
  const ofComplaint = sql`concat_ws(',', ${csvCell(sql.ref('email'))}, 'complaint', '', ${inUtc('complained_at')})`
  const reason = wanted ?? null
  return sql<string>`
    case when ${reason}::text is null or reason = ${reason} then ${ofReason} || ${'\r\n'}::text else '' end ||
    case when complained_at is not null and coalesce(${reason}, 'complaint') = 'complaint' then ${ofComplaint} || ${'\r\n'}::text else '' end`
}

/** `listed_at`: when it came onto this list, for what waits in the queue; `created_at`: since when it is so, perhaps elsewhere. */
type Entry = Insertable<Database['email_suppressions']> & { listed_at: Date }

const newIfBounce = <Column extends 'reason' | 'detail' | 'log_id' | 'created_at' | 'listed_at'>(column: Column) =>
  sql<Selectable<Database['email_suppressions']>[Column]>`case when excluded.reason = 'bounce' then ${sql.ref(`excluded.${column}`)}
    else ${sql.ref(`email_suppressions.${column}`)} end`

const putting = (db: Db, entries: readonly Entry[]) =>
  db
    .insertInto('email_suppressions')
    .values(entries.map((entry) => ({ ...entry, email: normalizeEmail(entry.email) })))
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({
          reason: newIfBounce('reason'),
          detail: newIfBounce('detail'),
          log_id: newIfBounce('log_id'),
          created_at: newIfBounce('created_at'),
          listed_at: newIfBounce('listed_at'),
          complained_at: sql`case when excluded.reason = 'complaint' then excluded.created_at else email_suppressions.created_at end`,
        })
        .where(({ and, eb, or }) =>
          or([
            and([eb('email_suppressions.reason', '=', 'complaint'), eb('excluded.reason', '=', 'bounce')]),
            and([
              eb('email_suppressions.reason', '<>', 'complaint'),
              eb('excluded.reason', '=', 'complaint'),
              eb('email_suppressions.complained_at', 'is', null),
            ]),
          ]),
        ),
    )

export function createSuppressionsRepository(db: Db) {
  const matching = ({ search, reason }: SuppressionFilters) => {
    let rows = db.selectFrom('email_suppressions')
    if (search !== undefined && search !== '') rows = rows.where(contains(plain('email'), search))
    if (reason !== undefined)
      rows = rows.where(({ eb, or }) =>
        or([eb('reason', '=', reason), ...(reason === 'complaint' ? [eb('complained_at', 'is not', null)] : [])]),
      )
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
        'email_suppressions.complained_at',
        'email_suppressions.created_at',
        'email_suppressions.created_by',
        'people.name as created_by_name',
      ])

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
     * False: nothing of it is new. An address keeps its first reason; only a hard bounce overrides a complaint, because e-mail that an account depends on
     * still goes to somebody who complained. That they did is kept beside any other reason: so the order of arrival does not matter.
     */
    put: (suppression: Entry): Promise<boolean> => changesRow(putting(db, [suppression])),
    /** The same for many, of which no two are of one address. Answers those addresses that now have the reason they come with, and had not before. */
    async putAll(entries: readonly Entry[]): Promise<string[]> {
      if (entries.length === 0) return []
      const reasons = new Map(entries.map(({ email, reason }) => [normalizeEmail(email), reason]))
      const put = await putting(db, entries).returning(['email', 'reason']).execute()
      return put.flatMap(({ email, reason }) => (reasons.get(email) === reason ? [email] : []))
    },
    /** The next addresses in alphabetical order after one, as CSV records with the columns `exportedColumns`. */
    listRecords: (filters: SuppressionFilters, after: string, limit: number) =>
      matching(filters)
        .where('email', '>', after)
        .orderBy('email')
        .limit(limit)
        .select(['email', recordsFor(filters.reason).as('record')])
        .execute(),
    /** Answers what is removed; undefined: there is no such entry. */
    remove: (id: string) => db.deleteFrom('email_suppressions').where('id', '=', id).returningAll().executeTakeFirst(),
  }
}

export type SuppressionsRepository = ReturnType<typeof createSuppressionsRepository>
