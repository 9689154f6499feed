import type { DayFigure } from '@twofold/contract/admin/analytics'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface DayCount {
  /** Day in UTC, `2026-11-20`. */
  day: string
  figure: DayFigure
  count: number
}

/** Converts a time to UTC before the cast to a date, which would otherwise depend on the connection's time zone. */
const dayOf = (time: ReturnType<typeof sql>) => sql`(${time} at time zone 'UTC')::date`

/** Every sign-in that was completed, however it was proven, is one entry. The index of these kinds is used only where all of them are named. */
const isSignIn = sql`kind in ('signed_in', 'signed_in_from_new_device', 'signed_in_after_failures')`

export function createDayFiguresRepository(db: Db) {
  /** Each source counts only what happened from `from` on and before `until`. */
  function sources(from: Date, until: Date) {
    const within = (time: ReturnType<typeof sql>) => sql`${time} >= ${from} and ${time} < ${until}`
    const mails = (figure: DayFigure, time: ReturnType<typeof sql>, only = sql`true`) =>
      sql`select ${dayOf(time)}, ${figure}, count(*) from logged_mails where ${within(time)} and ${only} group by 1`
    return sql.join(
      [
        sql`select ${dayOf(sql`happened_at`)} as day, 'sign_ins' as figure, count(*) as count from account_activity
          where ${isSignIn} and ${within(sql`happened_at`)} group by 1`,
        sql`select ${dayOf(sql`happened_at`)}, 'failed_sign_ins', count(*) from failed_sign_ins where ${within(sql`happened_at`)} group by 1`,
        sql`select ${dayOf(sql`hour`)}, 'codes_shown', count(*) from shown_codes where ${within(sql`hour`)} group by 1`,
        sql`select ${dayOf(sql`copied_at`)}, 'copies', count(*) from copied_codes where ${within(sql`copied_at`)} group by 1`,
        mails('mails_sent', sql`sent_at`),
        mails('mails_delivered', sql`delivered_at`),
        mails('mails_failed', sql`failed_at`, sql`status = 'failed' and waiting_reason is distinct from 'discarded'`),
        mails('mails_bounced', sql`bounced_at`),
        mails('mails_opened', sql`opened_at`),
      ],
      sql` union all `,
    )
  }

  return {
    /** Counts from what happened, however much that is. */
    async count(from: Date, until: Date): Promise<DayCount[]> {
      const { rows } = await sql<DayCount>`
        select day::text, figure, sum(count)::int8 as count from (${sources(from, until)}) counted group by day, figure`.execute(db)
      return rows
    },
    /** Stored days from `from` to `to`, both included, and the time up to which they were counted, from one snapshot. */
    async list(from: string, to: string): Promise<{ countedUntil: Date | undefined; kept: DayCount[] }> {
      const { rows } = await sql<{ counted_until: Date } & (DayCount | { day: null })>`
        select counted_until, day::text, figure, count
        from day_figures_progress left join day_figures on day between ${from}::date and ${to}::date`.execute(db)
      return { countedUntil: rows[0]?.counted_until, kept: rows.flatMap((row) => (row.day === null ? [] : [row])) }
    },
    /** Sign-ins from the beginning of the day of `from` on: what is written down, and what happened since that was counted. */
    async countSignIns(from: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select coalesce((select sum(count)::int8 from day_figures where figure = 'sign_ins' and day >= ${dayOf(sql`${from}::timestamptz`)}), 0)
          + (select count(*) from account_activity where ${isSignIn}
              and happened_at >= greatest(${from}, (select counted_until from day_figures_progress))) as count`.execute(db)
      return rows[0]?.count ?? 0
    },
    /** Counts up to `until` and writes it down, in one statement. A figure never falls: what was removed meanwhile happened all the same. */
    async put(from: Date, until: Date): Promise<void> {
      await sql`
        insert into day_figures (day, figure, count)
        select day, figure, sum(count) from (${sources(from, until)}) counted group by day, figure
        on conflict (day, figure) do update set count = greatest(day_figures.count, excluded.count)`.execute(db)
    },
    async findProgress(): Promise<Date | undefined> {
      return (await db.selectFrom('day_figures_progress').select('counted_until').executeTakeFirst())?.counted_until
    },
    /** Like `findProgress`, but locks counting until the transaction ends. */
    async lockProgress(): Promise<Date | undefined> {
      await sql`select pg_advisory_xact_lock(hashtext('day_figures'))`.execute(db)
      return this.findProgress()
    },
    async putProgress(until: Date): Promise<void> {
      await sql`
        insert into day_figures_progress (counted_until) values (${until})
        on conflict (id) do update set counted_until = greatest(day_figures_progress.counted_until, excluded.counted_until)`.execute(db)
    },
    /** Time of the first counted event; undefined if there is none. */
    async findBeginning(): Promise<Date | undefined> {
      const { rows } = await sql<{ first: Date | null }>`
        select least(
          (select min(happened_at) from account_activity where ${isSignIn}),
          (select min(happened_at) from failed_sign_ins),
          (select min(created_at) from logged_mails)
        ) as first`.execute(db)
      return rows[0]?.first ?? undefined
    },
  }
}

export type DayFiguresRepository = ReturnType<typeof createDayFiguresRepository>
