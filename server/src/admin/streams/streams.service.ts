import type { StreamField } from '@twofold/contract/sentences/audit-fields'
import type { AuditStream, StreamTarget, changeStream, createStream } from '@twofold/contract/admin/streams'
import type { CallParts } from '@twofold/contract/endpoint'
import { v7 as uuid } from 'uuid'
import { alertAdministrators } from '../../platform/alert-administrators.ts'
import { changeOf } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { complain } from '../../platform/complaint.ts'
import { fail } from '../../platform/fail.ts'
import { type Reach, requireReachable } from '../../platform/outbound/require-reachable.ts'
import { hasCapacity } from '../../platform/capacity.ts'
import type { Tx } from '../../platform/transaction.ts'
import { presentStream } from './present-stream.ts'
import { type StreamSecrets, targetOf } from './stream-secrets.ts'
import { destinationOf, placeOfTarget, splitTarget } from './stream-target.ts'
import type { StreamRow, StreamsRepository } from './streams.repository.ts'
import type { Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Each reads the whole log, and its receiver may be slow. */
const most = 10

export interface StreamsServiceDeps extends ServiceDeps, Reach {
  streams: (db: Db) => StreamsRepository
  secrets: StreamSecrets
}

/** Targets of the audit log. Every administrator is notified of changes at once (docs/decisions/0118). */
export function createStreamsService(deps: StreamsServiceDeps) {
  const rows = deps.streams(deps.db)

  async function find(id: string, streams = rows): Promise<AuditStream> {
    const row = (await streams.list()).find((one) => one.id === id)
    if (row === undefined) throw fail('streams.not_found')
    return presentStream(row)
  }

  return {
    list: async (): Promise<AuditStream[]> => (await rows.list()).map(presentStream),

    async create(by: { name: string }, { name, from, target }: CallParts<typeof createStream>['body']) {
      await requireAllowed(deps, target)
      const id = uuid()
      const { configuration, secret } = splitTarget(target, undefined)
      if (target.kind === 's3' && secret === undefined)
        throw fail('request.invalid', { errors: { 'target.secret_access_key': [complain('complaint.secret_access_key')] } })
      const stream = await deps.transaction(async (tx) => {
        const streams = deps.streams(tx.db)
        if (!(await hasCapacity(tx.db, { of: 'stream', most, count: streams.count })))
          throw fail('streams.limit', { parameters: { limit: most } })
        const sealed = secret === undefined ? null : deps.secrets.seal(id, secret)
        const [, stored] = await Promise.all([
          streams.put({ id, name, kind: target.kind, configuration, secret: sealed, from }),
          find(id, streams),
        ])
        await tx.audit({
          action: 'stream.created',
          target: { kind: 'stream', id, name },
          after: { from, ...shownOf(target.kind, configuration) },
        })
        await notify(tx, sentence('stream.told_added', { by: by.name, to: destinationOf(target), name }), deps.clock)
        return stored
      })
      return { stream, signing_secret: target.kind === 'https' ? (secret ?? null) : null }
    },

    async change(
      by: { name: string },
      id: string,
      { name, is_active, target }: CallParts<typeof changeStream>['body'],
    ): Promise<AuditStream> {
      await requireAllowed(deps, target)
      await deps.transaction(async (tx) => {
        const row = await requireLocked(deps.streams(tx.db), id)
        if (row.kind !== target.kind) throw fail('request.invalid', { errors: { 'target.kind': [complain('complaint.stream_kind')] } })
        const { configuration, secret } = splitTarget(target, deps.secrets.open(row))
        const sealed = secret === undefined ? null : deps.secrets.seal(id, secret)
        await deps.streams(tx.db).change(id, { name, is_active, configuration, secret: sealed })
        const before = { name: row.name, is_active: row.is_active, ...(row.configuration as Configuration) }
        const change = changeOf(before, { name, is_active, ...configuration })
        await tx.audit({ action: 'stream.changed', target: { kind: 'stream', id, name }, ...change })
        await notify(tx, changeSentence(by.name, row, { name, is_active, target }), deps.clock)
      })
      return find(id)
    },

    async remove(by: { name: string }, id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const row = await requireLocked(deps.streams(tx.db), id)
        await deps.streams(tx.db).remove(id)
        const sent = { sent_sequence: row.sent_sequence, ...shownOf(row.kind, row.configuration as Configuration) }
        await tx.audit({ action: 'stream.deleted', target: { kind: 'stream', id, name: row.name }, before: sent })
        await notify(tx, sentence('stream.told_removed', { by: by.name, to: destinationOf(targetOf(row)), name: row.name }), deps.clock)
      })
    },

    async retry(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const { name } = await requireLocked(deps.streams(tx.db), id)
        await deps.streams(tx.db).tryNow(id)
        await tx.audit({ action: 'stream.retried', target: { kind: 'stream', id, name } })
      })
    },
  }
}

export type StreamsService = ReturnType<typeof createStreamsService>

async function requireAllowed(deps: Reach, target: StreamTarget): Promise<void> {
  const to = placeOfTarget(target)
  if (to !== undefined) await requireReachable(deps, to.field, to)
}

const notify = (tx: Tx, about: Wording, clock: Clock) =>
  alertAdministrators(tx, { type: 'streams', message: [about], severity: 'info', time: clock.date() })

async function requireLocked(streams: StreamsRepository, id: string): Promise<StreamRow> {
  const row = await streams.lock(id)
  if (row === undefined) throw fail('streams.not_found')
  return row
}

/** For the audit log, where a certificate would be noise. */
type Configuration = Partial<Record<StreamField, unknown>>

function shownOf(kind: string, configuration: Configuration): Configuration {
  const { ca: _, ...shown } = configuration
  return { kind, ...shown }
}

function changeSentence(by: string, row: StreamRow, now: { name: string; is_active: boolean; target: StreamTarget }): Wording {
  const [was, is] = [destinationOf(targetOf(row)), destinationOf(now.target)]
  const about = { by, name: now.name, to: is }
  if (row.is_active && !now.is_active) return sentence('stream.told_paused', about)
  if (!row.is_active && now.is_active) return sentence('stream.told_resumed', about)
  if (was !== is) return sentence('stream.told_moved', { ...about, from: was })
  return sentence('stream.told_changed', about)
}
