import type { RequestAct, RequestImpact, RequestList, RequestState } from '@twofold/contract/admin/requests'
import type { Wording } from '@twofold/contract/said'
import { sql } from 'kysely'
import type { RequestDetail } from '../platform/approval.ts'
import type { Db } from '../platform/database.ts'
import { readTotal, totalOf } from '../platform/paging.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { createRequestFactsRepository } from './request-facts.repository.ts'
import { createRequestTargets } from './request-targets.repository.ts'
import { createRequestExecutionRepository, outcomeColumns } from './request-execution.repository.ts'
import { changesRow } from '../platform/row-counts.ts'

export interface RequestRow {
  id: string
  call: string
  act: RequestAct
  asker_id: string | null
  asker_name: string
  asker_address: string
  subject_id: string | null
  subject_name: string | null
  reason: string
  detail: RequestDetail
  impact: RequestImpact & { about: string[] }
  sealed: string | null
  state: RequestState
  same_as: string
  created_at: Date
  runs_at: Date | null
  expires_at: Date
  decided_at: Date | null
  decided_by_id: string | null
  decided_by_name: string | null
  outcome: string
  /** The outcome by codes; empty where a person wrote it, and in rows of before there were codes. */
  outcome_said: readonly Wording[]
  /** Time of the latest part of an act on many people. */
  run_at: Date | null
}

export type Outcome = string | readonly Wording[]

export interface Decision {
  state: Exclude<RequestState, 'running'>
  at: Date
  by: { id: string; name: string } | undefined
  /** A text where a person wrote it. */
  outcome?: Outcome
}

const states: Record<RequestList, RequestState[]> = {
  waiting: ['waiting', 'approved', 'running', 'interrupted'],
  decided: ['carried_out', 'failed', 'refused', 'withdrawn', 'stopped'],
  expired: ['expired'],
}

const columns = [
  'id',
  'call',
  'act',
  'asker_id',
  'asker_name',
  'asker_address',
  'subject_id',
  'subject_name',
  'reason',
  'detail',
  'impact',
  'sealed',
  'state',
  'same_as',
  'created_at',
  'runs_at',
  'expires_at',
  'decided_at',
  'decided_by_id',
  'decided_by_name',
  'outcome',
  'outcome_said',
  'run_at',
] as const

export function createRequestsRepository(db: Db) {
  const all = () => db.selectFrom('requests').select(columns).$castTo<RequestRow>()

  return {
    ...createRequestTargets(db),
    ...createRequestExecutionRepository(db),
    ...createFinishing(db),
    ...createRequestFactsRepository(db),
    /**
     * Whether the administrator stays within `most` account endings without approval since then, including these `people`. If so, they are counted.
     */
    async takeEndings(userId: string, people: number, { most, since, now }: { most: number; since: Date; now: Date }): Promise<boolean> {
      if (people > most) return false
      const { rows } = await sql`
        insert into endings_at_once as kept (administrator_id, times)
        values (${userId}, array_fill(${now}::timestamptz, array[${people}::int]))
        on conflict (administrator_id) do update
          set times = array(select time from unnest(kept.times) time where time > ${since}) || excluded.times
          where (select count(*) from unnest(kept.times) time where time > ${since}) + ${people}::int <= ${most}::int
        returning administrator_id`.execute(db)
      return rows.length === 1
    },
    async listWaitingAbout(userId: string, now: Date): Promise<string[]> {
      const waiting = db
        .selectFrom('requests')
        .where('subject_id', '=', userId)
        .where('state', '=', 'waiting')
        .where('expires_at', '>', now)
      return (await waiting.select('id').orderBy('id').forUpdate().execute()).map(({ id }) => id)
    },
    /** False: the same waits already. */
    async put({ detail, impact, outcome_said, ...row }: RequestRow): Promise<boolean> {
      return changesRow(
        db
          .insertInto('requests')
          .values({ ...row, detail: JSON.stringify(detail), impact: JSON.stringify(impact), outcome_said: JSON.stringify(outcome_said) })
          .onConflict((conflict) => conflict.doNothing()),
      )
    },
    find: (id: string) => all().where('id', '=', id).executeTakeFirst(),
    lock: (id: string) => all().where('id', '=', id).forUpdate().executeTakeFirst(),
    async list(list: RequestList, { page, perPage }: { page: number; perPage: number }) {
      const found = db.selectFrom('requests').where('state', 'in', states[list])
      const offset = (page - 1) * perPage
      const data = await found
        .select([...columns, totalOf(found)])
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset(offset)
        .$castTo<RequestRow & { total: number }>()
        .execute()
      return { data, total: await readTotal(data, offset, found) }
    },
    listAbout: (userId: string) => all().where('subject_id', '=', userId).where('state', '=', 'waiting').orderBy('id', 'desc').execute(),
    async listExpired(sameAs: string, now: Date): Promise<RequestRow[]> {
      return all().where('same_as', '=', sameAs).where('state', '=', 'waiting').where('expires_at', '<=', now).execute()
    },
    async explain(id: string, reason: string): Promise<void> {
      await db.updateTable('requests').set({ reason }).where('id', '=', id).execute()
    },
    /** The sealed body is dropped unless the request is about to be carried out. */
    async decide(id: string, { state, at, by, outcome = '' }: Decision): Promise<void> {
      await db
        .updateTable('requests')
        .set({
          state,
          decided_at: at,
          decided_by_id: by?.id ?? null,
          decided_by_name: by?.name ?? null,
          ...outcomeColumns(outcome),
          ...(state === 'approved' || state === 'interrupted' ? {} : { sealed: null }),
          run_id: null,
        })
        .where('id', '=', id)
        .execute()
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'requests', column: 'created_at', until })],
  }
}

function createFinishing(db: Db) {
  return {
    /** The final outcome of an act, and the request with it. Undefined: the claim was lost. */
    finish: (id: string, runId: string, state: 'carried_out' | 'failed', outcome: Outcome) =>
      db
        .updateTable('requests')
        .set({ state, ...outcomeColumns(outcome), sealed: null })
        .where('id', '=', id)
        .where('run_id', '=', runId)
        .returning(columns)
        .$castTo<RequestRow>()
        .executeTakeFirst(),
  }
}

export type RequestsRepository = ReturnType<typeof createRequestsRepository>
