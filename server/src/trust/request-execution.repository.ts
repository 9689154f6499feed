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
      const row = await db
        .with('before', (from) => from.selectFrom('requests').select(['id', 'state']).where('id', '=', id).forUpdate())
        .updateTable('requests')
        .from('before')
        .set({ state: inParts ? 'running' : 'carried_out', run_id: runId, run_at: now, ...(inParts ? {} : { sealed: null }) })
        .whereRef('requests.id', '=', 'before.id')
        .where((either) => either.or([either('before.state', '=', 'approved'), either('requests.run_id', '=', runId)]))
        .returning('before.state as was')
        .executeTakeFirst()
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
    async listLeft(id: string): Promise<{ id: string; name: string }[]> {
      const { rows } = await sql<{ id: string; name: string }>`
        select people.id, people.name from requests
          join people on people.id in (select jsonb_array_elements_text(requests.impact -> 'about')::uuid)
        where requests.id = ${id} and people.deleted_at is null and case requests.detail ->> 'action'
          when 'activate' then not people.is_active
          when 'deactivate' then people.is_active
          when 'promote' then people.role <> 'admin'
          when 'demote' then people.role = 'admin'
          else true end
        order by people.id`.execute(db)
      return rows
    },
  }
}
