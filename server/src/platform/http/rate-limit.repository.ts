import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'

/** A count that all nodes keep together. */
export interface SharedCount {
  key: string
  /** Calls at most within the window. */
  most: number
  windowMs: number
}

export interface CountState {
  points: number
  /** Milliseconds since 1970. */
  expire: number
}

const step = (place: number) => sql.id(`step_${place}`)

/** Adds `points`, beginning again where the window is over. */
const add = ({ key, windowMs }: SharedCount, points: number, now: number, from: RawBuilder<unknown>) => sql`
  insert into rate_limits as counted (key, points, expire) select ${key}::text, ${points}::int, ${now + windowMs}::int8 ${from}
  on conflict (key) do update set
    points = case when counted.expire <= ${now}::int8 then ${points}::int else counted.points + ${points}::int end,
    expire = case when counted.expire <= ${now}::int8 then ${now + windowMs}::int8 else counted.expire end`

/**
 * Each step reads the one before it, so that PostgreSQL runs them in this order: statements that lock the same counts never wait for each other in a
 * circle.
 */
const inOrder = (steps: readonly RawBuilder<unknown>[]) => sql.join(steps.map((one, place) => sql`${step(place)} as (${one})`))

const afterStep = (place: number) => (place === 0 ? sql`` : sql`from (select count(*) from ${step(place - 1)}) as before`)

export function createRateLimitRepository(db: Db) {
  return {
    /** Counts one call for each in one statement, until one is exhausted. Answers the state of those that were counted. */
    async consume(counts: readonly SharedCount[], now: number): Promise<CountState[]> {
      const steps = counts.map((count, place) => {
        const before = counts[place - 1]
        const from = before === undefined ? sql`` : sql`from ${step(place - 1)} where points <= ${before.most}::int`
        return sql`${add(count, 1, now, from)} returning points, expire`
      })
      const states = counts.map((_, place) => sql`select ${sql.lit(place)} as place, points, expire from ${step(place)}`)
      const { rows } = await sql<
        CountState & { place: number }
      >`with ${inOrder(steps)} ${sql.join(states, sql` union all `)} order by place`.execute(db)
      return rows
    },
    /** Takes back one call of each, or resets all of them, in one statement. */
    async takeBack(counts: readonly (SharedCount & { isCleared: boolean })[], now: number): Promise<void> {
      const steps = counts.map((count, place) =>
        count.isCleared
          ? sql`delete from rate_limits using (select 1 ${afterStep(place)}) as once where key = ${count.key} returning 1`
          : sql`${add(count, -1, now, afterStep(place))} returning 1`,
      )
      await sql`with ${inOrder(steps)} select count(*) from ${step(counts.length - 1)}`.execute(db)
    },
  }
}
