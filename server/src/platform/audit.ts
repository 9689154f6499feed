import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { cutText } from '@twofold/contract/cut-text'
import type { AuditAction } from '@twofold/contract/admin/audit'
import type { AuditField } from '@twofold/contract/sentences/audit-fields'
import { v7 as uuid } from 'uuid'
import type { AuditTrailRepository } from './audit.repository.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'

/** An audited act and its target. Administrators see the values, so they must never hold a secret. */
export interface AuditedAct {
  action: AuditAction
  target?: { kind: string; id?: string; name?: string }
  /** The actor, unless an administrator's call is under way. */
  by?: Actor
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** The act, if each of its fields has a name that administrators read (`audit-fields.ts`). */
export type NamedAct<Before, After> = Omit<AuditedAct, 'before' | 'after'> & {
  before?: Before & Named<Before>
  after?: After & Named<After>
}
type Named<Values> = Values extends unknown
  ? keyof Values extends AuditField
    ? unknown
    : { unnamed: Exclude<keyof Values, AuditField> }
  : never

/** Characters of a text that `changeOf` keeps whole. */
const longestText = 300

export interface Actor {
  id: string
  name: string
  email: string
}

/** A call of an administrator that is under way. */
export interface AdministrativeCall {
  actor: Actor
  address: string
  /** 'PUT /admin/users/{id}/role' */
  call: string
  targetId: string | undefined
  /** Names of the fields that were sent; their values may be secrets. */
  fields: string[]
  /** A call that changes nothing is written down only when its service says so. */
  changes: boolean
}

const current = new AsyncLocalStorage<AdministrativeCall & { isRecorded: boolean }>()

/** Whether the current work belongs to an administrator's call. */
export const isAdministratorActing = (): boolean => current.getStore() !== undefined

/**
 * The record of what administrators do. Services say what they did with `tx.audit(…)`; a call that says nothing is written down all the same,
 * in the first transaction it opens, or at its end when it opens none.
 */
export function createAuditTrail(deps: {
  db: Db
  trail: (db: Db) => AuditTrailRepository
  /** Hears of each act in the transaction that writes it down. */
  onRecord: (db: Db, act: AuditedAct, actor: Actor | undefined) => Promise<void>
  clock: Clock
}) {
  async function record(db: Db, act: AuditedAct): Promise<void> {
    const { action, target, before, after } = act
    const call = current.getStore()
    const actor = call?.actor ?? act.by
    const written = deps.trail(db).put({
      id: uuid(),
      happened_at: deps.clock.date(),
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? null,
      actor_email: actor?.email ?? null,
      action,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      target_name: target?.name ?? null,
      before: toJson(before),
      after: toJson(after),
      ip: call?.address ?? null,
    })
    await Promise.all([written, deps.onRecord(db, act, call?.actor)])
    if (call !== undefined) call.isRecorded = true
  }

  /** Records the call itself if no service has recorded anything. */
  async function recordCall(db: Db): Promise<void> {
    const call = current.getStore()
    if (call === undefined || call.isRecorded || !call.changes) return
    await record(db, {
      action: 'call',
      ...(call.targetId === undefined ? {} : { target: { kind: 'id', id: call.targetId } }),
      after: { call: call.call, fields: call.fields },
    })
  }

  return {
    record,

    during<T>(call: AdministrativeCall, work: () => Promise<T>): Promise<T> {
      return current.run({ ...call, isRecorded: false }, async () => {
        const answer = await work()
        await recordCall(deps.db)
        return answer
      })
    },

    /** Runs a transaction's work; what it records counts only when the transaction commits. */
    async within<T>(transaction: (recordCall: (db: Db) => Promise<void>) => Promise<T>): Promise<T> {
      const call = current.getStore()
      const wasRecorded = call?.isRecorded ?? false
      try {
        return await transaction(recordCall)
      } catch (error) {
        if (call !== undefined) call.isRecorded = wasRecorded
        throw error
      }
    },
  }
}

export type AuditTrail = ReturnType<typeof createAuditTrail>

/** The fields in which two states of the same thing differ: what they were, and what they are. Long texts are cut. */
export function changeOf<Before extends object, After extends object>(
  before: Before,
  after: After,
): { before: Partial<Before & After>; after: Partial<Before & After> } {
  const [old, next] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((name) => !isDeepStrictEqual(old[name], next[name]))
  const pick = (values: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, shorten(values[name] ?? null)]))
  return { before: pick(old) as never, after: pick(next) as never }
}

/** JSON of the database takes no half of a surrogate pair. */
function toJson(value: Record<string, unknown> | undefined): string | null {
  if (value === undefined) return null
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? inner.toWellFormed() : inner))
}

/** The log is permanent and read by people: a long text is stored as its beginning and a short hash that tells it from others. */
function shorten(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longestText) return value
  return `${cutText(value, longestText)}… (${value.length} characters, ${hash('sha256', value, 'hex').slice(0, 8)})`
}
