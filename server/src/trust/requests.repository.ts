import type { RequestAct, RequestImpact, RequestList, RequestState } from '@twofold/contract/admin/requests'
import type { Role } from '@twofold/contract/accounts'
import type { Wording } from '@twofold/contract/said'
import { textOf } from '@twofold/contract/sentences/sentences'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { readTotal, totalOf } from '../platform/paging.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { hasAnyKey, hasHadKeySql } from './has-had-key.repository.ts'
import { createRequestFactsRepository } from './request-facts.repository.ts'

export interface Target {
  id: string
  name: string
  email: string
  role: Role
  is_active: boolean
  has_had_key: boolean
  has_shared_keys: boolean
}

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
  detail: Record<string, string>
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
  /** When the newest part of an act on many was done. */
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

const outcomeColumns = (outcome: Outcome) => ({ outcome: outcomeText(outcome), outcome_said: JSON.stringify(outcomeCodes(outcome)) })

/** In English, as programs and the audit log have it. */
export const outcomeText = (outcome: Outcome): string => (typeof outcome === 'string' ? outcome : textOf(outcome))

export const outcomeCodes = (outcome: Outcome): readonly Wording[] => (typeof outcome === 'string' ? [] : outcome)

export function createRequestsRepository(db: Db) {
  const administrators = () =>
    db.selectFrom('people').where('role', '=', 'admin').where('is_active', '=', true).where('deleted_at', 'is', null)
  const all = () => db.selectFrom('requests').select(columns).$castTo<RequestRow>()

  return {
    ...createRequestFactsRepository(db),
    hasAnyKey: () => hasAnyKey(db),
    async findTarget(id: string, { deleted = false } = {}): Promise<Target | undefined> {
      const { rows } = await sql<Target>`
        select id, name, email, role, is_active,
          ${hasHadKeySql(sql.ref('u.id'))} as has_had_key,
          exists (select from once_shared_keys where owner_id = u.id) as has_shared_keys
        from people u where id = ${id} and (deleted_at is not null) = ${deleted}`.execute(db)
      return rows[0]
    },
    async judgeMany(ids: string[]): Promise<{ administrators: number; with_shared_keys: number }> {
      const { rows } = await sql<{ administrators: number; with_shared_keys: number }>`
        select count(*) filter (where role = 'admin') as administrators, count(*) filter (where exists
          (select from once_shared_keys where owner_id = u.id)) as with_shared_keys
        from people u where id = any(${ids}) and deleted_at is null`.execute(db)
      return rows[0] ?? { administrators: 0, with_shared_keys: 0 }
    },
    /** Whether the administrator has ended no more than `most` accounts without asking since, with these `people` more. Then they count from now on. */
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
    /** Whether there is an administrator who is not in `about`, and neither of whom and `askerId` has created or promoted the other since `since`. */
    async hasSecondAdministrator(askerId: string, about: string[], since: Date): Promise<boolean> {
      const found = await administrators()
        .where('id', '<>', askerId)
        .where((user) => (about.length === 0 ? user.val(true) : user('id', 'not in', about)))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('hands')
                .where((hand) =>
                  hand.or([
                    hand.and([hand('hands.user_id', '=', hand.ref('people.id')), hand('hands.by_id', '=', askerId)]),
                    hand.and([hand('hands.user_id', '=', askerId), hand('hands.by_id', '=', hand.ref('people.id'))]),
                  ]),
                )
                .where('hands.kind', 'in', ['created', 'role_changed'])
                .where('hands.happened_at', '>', since)
                .select('hands.id'),
            ),
          ),
        )
        .select('id')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
    async listWaitingAbout(userId: string, now: Date): Promise<string[]> {
      const waiting = db
        .selectFrom('requests')
        .where('subject_id', '=', userId)
        .where('state', '=', 'waiting')
        .where('expires_at', '>', now)
      return (await waiting.select('id').orderBy('id').forUpdate().execute()).map(({ id }) => id)
    },
    /** Waits until nobody is changing who this is. */
    async lockAdministrator(id: string) {
      return administrators()
        .where('id', '=', id)
        .select(['id', 'name', 'email', 'secrets_closed_until', 'codes_closed_until'])
        .forShare()
        .executeTakeFirst()
    },
    /** False: the same waits already. */
    async put({ detail, impact, outcome_said, ...row }: RequestRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('requests')
        .values({ ...row, detail: JSON.stringify(detail), impact: JSON.stringify(impact), outcome_said: JSON.stringify(outcome_said) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
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
    /** Those whose time has come: to end, to be carried out, or to be tried again. */
    async listDue(now: Date): Promise<{ id: string }[]> {
      return db
        .selectFrom('requests')
        .where((request) =>
          request.or([
            request('state', '=', 'approved'),
            request.and([request('state', '=', 'waiting'), request.or([request('expires_at', '<=', now), request('runs_at', '<=', now)])]),
          ]),
        )
        .select('id')
        .orderBy('id')
        .limit(500)
        .execute()
    },
    async listExpired(sameAs: string, now: Date): Promise<RequestRow[]> {
      return all().where('same_as', '=', sameAs).where('state', '=', 'waiting').where('expires_at', '<=', now).execute()
    },
    async explain(id: string, reason: string): Promise<void> {
      await db.updateTable('requests').set({ reason }).where('id', '=', id).execute()
    },
    /** What was asked for is needed no more unless it is about to be carried out. */
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
    /**
     * Within each transaction of the act: true for the first one, false for those that follow. Undefined: somebody else carried it out. An act on many
     * is `inParts`: it runs until `finish`, and can be cut off before.
     */
    async claim(id: string, runId: string, { inParts, now }: { inParts: boolean; now: Date }): Promise<boolean | undefined> {
      const { rows } = await sql<{ was: RequestState }>`
        with before as (select id, state from requests where id = ${id} for update)
        update requests set state = ${inParts ? 'running' : 'carried_out'}, run_id = ${runId}, run_at = ${now},
          sealed = case when ${inParts} then sealed end
        from before where requests.id = before.id and (before.state = 'approved' or requests.run_id = ${runId})
        returning before.state as was`.execute(db)
      const [row] = rows
      return row && row.was === 'approved'
    },
    /** What came of it, once all is done. False: nothing was claimed. */
    async finish(id: string, runId: string, outcome: Outcome): Promise<boolean> {
      const finished = await db
        .updateTable('requests')
        .set({ state: 'carried_out', ...outcomeColumns(outcome), sealed: null })
        .where('id', '=', id)
        .where('run_id', '=', runId)
        .executeTakeFirst()
      return finished.numUpdatedRows === 1n
    },
    /** Running without a part since `since`, or cut off and out of time. */
    listGone: (since: Date, now: Date): Promise<{ id: string }[]> =>
      db
        .selectFrom('requests')
        .where((request) =>
          request.or([
            request.and([request('state', '=', 'running'), request('run_at', '<=', since)]),
            request.and([request('state', '=', 'interrupted'), request('expires_at', '<=', now)]),
          ]),
        )
        .select('id')
        .orderBy('id')
        .limit(500)
        .execute(),
    async resume(id: string): Promise<void> {
      await db.updateTable('requests').set({ state: 'approved' }).where('id', '=', id).execute()
    },
    /** For whom an act on many is still to be done. */
    async listLeft(action: string, ids: string[]): Promise<{ id: string; name: string }[]> {
      const people = db.selectFrom('people').where('deleted_at', 'is', null).where('id', 'in', ids).select(['id', 'name']).orderBy('id')
      if (action === 'activate') return people.where('is_active', '=', false).execute()
      if (action === 'deactivate') return people.where('is_active', '=', true).execute()
      if (action === 'promote') return people.where('role', '<>', 'admin').execute()
      if (action === 'demote') return people.where('role', '=', 'admin').execute()
      return people.execute()
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'requests', column: 'created_at', until })],
  }
}

export type RequestsRepository = ReturnType<typeof createRequestsRepository>
