import type { Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'
import type { HandedOverKey } from './leaver-keys.repository.ts'

const newestPlanOf = (db: Db, userId: string) =>
  db.selectFrom('leaver_plans').where('user_id', '=', userId).orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(1).select('id')

/** Keys that are left with their account. */
function createLettingGo(db: Db) {
  return {
    /** Leaves all undecided own keys with the account. */
    async letUndecidedGo(planId: string, { by, at }: { by: string; at: Date }): Promise<void> {
      await db
        .updateTable('leaver_keys')
        .set({ decision: 'let_go', decided_by: by, decided_at: at })
        .where('plan_id', '=', planId)
        .where('level', '=', 'owner')
        .where('decision', 'is', null)
        .execute()
    },
    /** Takes back that keys were left with the account, where that was decided at `since` or later. Not once the person was reactivated. */
    async undecideLetGoSince(userId: string, since: Date): Promise<void> {
      await db
        .updateTable('leaver_keys')
        .set({ decision: null, decided_by: null, decided_at: null })
        .where('plan_id', '=', newestPlanOf(db, userId))
        .where('plan_id', 'not in', (plans) => plans.selectFrom('leaver_plans').where('closed_as', '=', 'reactivated').select('id'))
        .where('decision', '=', 'let_go')
        .where('decided_at', '>=', since)
        .execute()
    },
  }
}

/** Decisions about the keys of a plan. */
export function createLeaverDecisions(db: Db) {
  return {
    ...createLettingGo(db),
    /** The leaver's undecided own keys. */
    async listUndecided(planId: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('leaver_keys')
        .where('plan_id', '=', planId)
        .where('level', '=', 'owner')
        .where('decision', 'is', null)
        .select('key_id')
        .orderBy('key_id')
        .limit(limit)
        .execute()
      return rows.map(({ key_id: id }) => id)
    },
    /** Keys of a plan, or of the newest plan of a person. */
    findMany: (plan: { id: string } | { newestOf: string }, keyIds: readonly string[]) =>
      db
        .selectFrom('leaver_keys')
        .leftJoin('people as heirs', 'heirs.id', 'leaver_keys.handed_to')
        .leftJoin('named_keys as keys', 'keys.id', 'leaver_keys.key_id')
        .where('plan_id', '=', 'id' in plan ? plan.id : newestPlanOf(db, plan.newestOf))
        .where('key_id', 'in', keyIds)
        .select(['key_id', 'leaver_keys.name', 'level', 'had', 'decision', 'renewed_at', 'heirs.name as heir_name', 'keys.owner_id'])
        .orderBy('key_id')
        .execute(),
    async decide(
      planId: string,
      keyIds: readonly string[],
      { kind, to, by, at }: { kind: 'handed_over' | 'let_go'; to: string | null; by: string; at: Date },
    ): Promise<void> {
      await db
        .updateTable('leaver_keys')
        .set({ decision: kind, handed_to: to, decided_by: by, decided_at: at })
        .where('plan_id', '=', planId)
        .where('key_id', 'in', keyIds)
        .execute()
    },
    /** Keys of the newest plan, handed over at `since` or later, that are still with an active recipient, and the leaver's address. */
    async listHandedOverSince(userId: string, since: Date): Promise<HandedOverKey[]> {
      return db
        .selectFrom('leaver_keys')
        .innerJoin('leaver_plans', 'leaver_plans.id', 'leaver_keys.plan_id')
        .innerJoin('people as leavers', 'leavers.id', 'leaver_plans.user_id')
        .innerJoin('named_keys as keys', (join) =>
          join
            .onRef('keys.id', '=', 'leaver_keys.key_id')
            .onRef('keys.owner_id', '=', 'leaver_keys.handed_to')
            .on('keys.deleted_at', 'is', null),
        )
        .innerJoin('people as owners', (join) => join.onRef('owners.id', '=', 'keys.owner_id').on('owners.is_active', '=', true))
        .where('leaver_keys.plan_id', '=', newestPlanOf(db, userId))
        .where('leaver_keys.decision', '=', 'handed_over')
        .where('leaver_keys.decided_at', '>=', since)
        .select(['keys.id as key_id', 'keys.name', 'owners.id as owner_id', 'owners.name as owner_name', 'leavers.email'])
        .orderBy(plain('keys.name'))
        .orderBy('keys.id')
        .execute()
    },
  }
}
