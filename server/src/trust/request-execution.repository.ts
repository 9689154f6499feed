import type { RequestState } from '@twofold/contract/admin/requests'
import type { Wording } from '@twofold/contract/said'
import { textOf } from '@twofold/contract/sentences/sentences'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Outcome } from './requests.repository.ts'

export const outcomeColumns = (outcome: Outcome) => ({ outcome: outcomeText(outcome), outcome_said: JSON.stringify(outcomeCodes(outcome)) })

/** In English, for programs and the audit log. */
export const outcomeText = (outcome: Outcome): string => (typeof outcome === 'string' ? outcome : textOf(outcome))

export const outcomeCodes = (outcome: Outcome): readonly Wording[] => (typeof outcome === 'string' ? [] : outcome)

/** Approved requests that are to be carried out. */
export function createRequestExecutionRepository(db: Db) {
  return {
    /** Requests that are due: to expire, to be carried out, or to be retried. */
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
    /** The people that an act on many has not reached yet. */
    async listLeft(action: string, ids: string[]): Promise<{ id: string; name: string }[]> {
      const people = db.selectFrom('people').where('deleted_at', 'is', null).where('id', 'in', ids).select(['id', 'name']).orderBy('id')
      if (action === 'activate') return people.where('is_active', '=', false).execute()
      if (action === 'deactivate') return people.where('is_active', '=', true).execute()
      if (action === 'promote') return people.where('role', '<>', 'admin').execute()
      if (action === 'demote') return people.where('role', '=', 'admin').execute()
      return people.execute()
    },
  }
}
