import { isSystemsOwn, notAudited, personPrefix, targetKindOf } from '@twofold/contract/audited-acts'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import type { ActivityFilter, listActivity } from '@twofold/contract/profile'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { paged } from '../platform/paging.ts'
import type { Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Tx } from '../platform/transaction.ts'
import { type ActivityKind, activityKinds, groupOf, kindsOf } from '@twofold/contract/activity-kinds'
import { textOf } from '@twofold/contract/sentences/sentences'
import type { ActivityRepository, NewAuditedRow } from './activity.repository.ts'
import type { RetentionTask } from '../platform/retention.ts'

const day = 24 * 60 * 60 * 1000

export interface ActivityEntry {
  userId: string
  kind: ActivityKind
  /** The actor, if it was somebody else. */
  actor?: { id: string; name: string }
  /** Fills `{name}` in the description. */
  detail?: Record<string, string>
  address?: string
}

/** A person's own activity list. */
export function createActivityService(deps: {
  db: Db
  activity: (db: Db) => ActivityRepository
  policy: Pick<Policy, 'activity_days'>
  /** True while an administrator's call is under way, which leaves rows of its own. */
  isAdministrative: () => boolean
  clock: Clock
}) {
  /** Undefined: it leaves no row in the audit log, or somebody else's entry does. */
  function auditedAs({ kind, actor, detail }: ActivityEntry): NewAuditedRow | undefined {
    if (notAudited[kind] !== undefined || deps.isAdministrative()) return undefined
    // The entry of a person who accepts an offer names the person who offered the key.
    if (actor !== undefined && kind !== 'key_taken_over') return undefined
    const about = targetKindOf(kind)
    return {
      id: uuid(),
      action: `${personPrefix}${kind}`,
      byPerson: !isSystemsOwn(kind),
      target_kind: about,
      target_name: about === 'user' ? undefined : (detail?.['name'] ?? '').toWellFormed(),
    }
  }

  return {
    /** Written with what happened, there and in the audit log. */
    async record(tx: Pick<Tx, 'db' | 'writeLast'>, entry: ActivityEntry): Promise<void> {
      const row = {
        id: uuid(),
        user_id: entry.userId,
        kind: entry.kind,
        actor_id: entry.actor?.id ?? null,
        actor_name: entry.actor?.name ?? null,
        // JSON of the database takes no half of a surrogate pair.
        detail: JSON.stringify(entry.detail ?? {}, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
        ip: entry.address ?? null,
        happened_at: deps.clock.date(),
      }
      const audited = auditedAs(entry)
      tx.writeLast(() => deps.activity(tx.db).put(row, audited))
    },

    async list(user: Pick<Identity, 'id'>, page: number, show?: ActivityFilter): Promise<CallResponse<typeof listActivity>> {
      const before = (page - 1) * defaultPageSize
      const only = show === undefined ? {} : show === 'others' ? { byOthers: true } : { kinds: kindsOf(show) }
      const { rows, total } = await deps.activity(deps.db).list(user.id, only, defaultPageSize, before)
      return paged(
        rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          group: groupOf(row.kind),
          ...describe(row.kind, row.detail as Record<string, string>),
          actor: row.actor_name,
          address: row.ip,
          happened_at: row.happened_at.toISOString(),
        })),
        { page, perPage: defaultPageSize, total },
      )
    },

    removable: (): RetentionTask[] => deps.activity(deps.db).removable(new Date(deps.clock.now() - deps.policy.activity_days * day)),
  }
}

export type ActivityService = ReturnType<typeof createActivityService>

/** A kind of a newer version is shown by its name. */
function describe(kind: string, detail: Record<string, string>) {
  const description = [{ code: `activity.${kind}`, values: detail }]
  return { description: Object.hasOwn(activityKinds, kind) ? textOf(description) : kind, said: { description } }
}
