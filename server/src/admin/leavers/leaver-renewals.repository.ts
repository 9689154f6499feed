import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { lasts } from '../../platform/lasts.ts'
import { plain } from '../../platform/like-pattern.ts'
import type { LeaverKeyRow } from './leaver-keys.repository.ts'

/** Secrets to renew, and the people to notify. */
export function createLeaverRenewalsRepository(db: Db) {
  return {
    async setRenewed(planId: string, keyIds: readonly string[], renewed: { by: string; at: Date } | null): Promise<void> {
      await db
        .updateTable('leaver_keys')
        .set({ renewed_by: renewed?.by ?? null, renewed_at: renewed?.at ?? null })
        .where('plan_id', '=', planId)
        .where('key_id', 'in', keyIds)
        .execute()
    },
    /**
     * Notes that ask for a new secret of the key, in all plans: every way that somebody had is among `ways`. Locks their people, and reads behind that: by
     * then an administrator may have ticked them.
     */
    async listToRenew(keyId: string, ways: readonly LeaverKeyRow['had'][number][]) {
      const asking = sql`
        from leaver_keys listed join leaver_plans plans on plans.id = listed.plan_id join people on people.id = plans.user_id
        where listed.key_id = ${keyId} and listed.renewed_at is null and listed.had <> '{}' and listed.had <@ ${ways}::text[]
        order by plans.user_id`
      const locked = sql`select 1 ${asking} for no key update of people`
      const listed = sql<{ plan_id: string; user_id: string; user_name: string; closed_as: string | null }>`
        select plans.id as plan_id, plans.user_id, people.name as user_name, plans.closed_as ${asking}`
      const [, { rows }] = await Promise.all([locked.execute(db), listed.execute(db)])
      return rows
    },
    /** Owners of keys whose secrets the person had, and who are still here: they are the ones who can renew them. */
    async listOwnersToNotify(planId: string, userId: string): Promise<{ owner_id: string; names: string[] }[]> {
      const { rows } = await sql<{ owner_id: string; names: string[] }>`
        select keys.owner_id, array_agg(keys.name order by ${plain('keys.name')}) as names
        from leaver_keys listed
        join named_keys keys on keys.id = listed.key_id
        join people users on users.id = keys.owner_id and users.is_active
        where listed.plan_id = ${planId} and listed.had <> '{}' and keys.owner_id <> ${userId}
        group by keys.owner_id order by keys.owner_id`.execute(db)
      return rows
    },
    /** Everybody other than the owner who has a key now. */
    async listHolders(keyIds: readonly string[], now: Date): Promise<{ user_id: string; key_id: string; name: string }[]> {
      const { rows } = await sql<{ user_id: string; key_id: string; name: string }>`
        select distinct live_shares.recipient_id as user_id, live_shares.key_id, keys.name from live_shares
        join named_keys keys on keys.id = live_shares.key_id
        where live_shares.key_id = any(${keyIds}::uuid[]) and ${lasts(now, 'live_shares')}
        order by 1, 3`.execute(db)
      return rows
    },
  }
}
