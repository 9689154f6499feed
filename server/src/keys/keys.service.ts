import { decodeBase32 } from '@twofold/contract/base32'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { addKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { formatOtpauth } from '@twofold/contract/otpauth'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/http/identity.ts'
import type { Transaction } from '../platform/transaction.ts'
import { resolveKey } from './key-parameters.ts'
import type { AddKeyBody } from './key-parameters.ts'
import type { KeyRow, KeysRepository } from './keys.repository.ts'

/** How long a deleted key can be brought back, in seconds; then its secret is destroyed. */
const undoSeconds = 60

export const purgeDeletedKeys = 'keys.purge'

export interface KeysServiceDeps {
  db: Db
  transaction: Transaction
  keys: (db: Db) => KeysRepository
  crypto: Pick<Crypto, 'openDataKey'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

export function createKeysService(deps: KeysServiceDeps) {
  const now = () => new Date(deps.clock.now())

  return {
    listOwn: (userId: string): Promise<KeyRow[]> => deps.keys(deps.db).listOwn(userId),

    /** Throws 422 on the wrong field, 409 `keys.limit_reached`. */
    async add(user: Identity, body: AddKeyBody): Promise<CallResponse<typeof addKey>> {
      const { parameters, isGenerated } = resolveKey(body)
      const { secret, issuer, account, ...settings } = parameters
      const id = uuid()
      const row: KeyRow = {
        id,
        name: body.name,
        ...settings,
        issuer: issuer ?? null,
        account: account ?? null,
        tags: [...new Set(body.tags)],
        favourite: false,
        created_at: now(),
      }
      await deps.transaction(async (tx) => {
        const keys = deps.keys(tx.db)
        await keys.lockOwner(user.id)
        if ((await keys.countOf(user.id)) >= limits.keysPerOwner)
          throw fail('keys.limit_reached', { parameters: { limit: limits.keysPerOwner } })
        const dataKey = deps.crypto.openDataKey(await requireDataKey(keys, user.id), user.id)
        const place = { table: 'keys', row: id, owner: user.id }
        await keys.put({
          ...row,
          owner_id: user.id,
          secret: dataKey.seal({ ...place, column: 'secret' }, secretBytes(secret)),
          note: body.note === undefined || body.note === '' ? null : dataKey.seal({ ...place, column: 'note' }, body.note),
        })
        await deps.activity.record(tx, { userId: user.id, kind: 'key_added', detail: { name: row.name } })
        await tx.emit('key.created', { to: { user_id: user.id }, data: { 'key.name': row.name, 'key.issuer': row.issuer ?? '' } })
      })
      const key = { ...presentKey(row), shared_with: 0 }
      const message = '2FA key added successfully!'
      if (!isGenerated) return { key, message }
      const uri = formatOtpauth({ ...parameters, issuer: issuer ?? body.name, account: account ?? user.email })
      return { key, message, provisioning: { secret, uri } }
    },

    /** Throws 404 `keys.not_found` for a key that is not there or not theirs. */
    async remove(user: Identity, id: string): Promise<{ message: string }> {
      return deps.transaction(async (tx) => {
        const removed = await deps.keys(tx.db).markDeleted(user.id, id, now())
        if (removed === undefined) throw fail('keys.not_found')
        await deps.activity.record(tx, { userId: user.id, kind: 'key_deleted', detail: { name: removed.name } })
        await tx.emit('key.deleted', { to: { user_id: user.id }, data: { 'key.name': removed.name, 'key.issuer': removed.issuer ?? '' } })
        await tx.enqueue(purgeDeletedKeys, {}, { after: undoSeconds })
        return { message: `2FA key "${removed.name}" deleted successfully.` }
      })
    },

    /** Destroys what was deleted longer ago than it can be brought back. Answers how many keys that were. */
    purgeDeleted(): Promise<number> {
      return deps.keys(deps.db).removeDeletedBefore(new Date(deps.clock.now() - undoSeconds * 1000))
    },
  }
}

export type KeysService = ReturnType<typeof createKeysService>

async function requireDataKey(keys: KeysRepository, userId: string): Promise<Buffer> {
  const row = await keys.findDataKey(userId)
  if (row === undefined) throw new Error(`The account ${userId} has no data key.`)
  return row.sealed
}

/** Stored as bytes, so that generating a code needs no decoding. */
function secretBytes(secret: string): Uint8Array {
  const bytes = decodeBase32(secret)
  if (bytes === undefined) throw new Error('A secret that was checked is not Base32.')
  return bytes
}

/** A key as lists show it. */
export function presentKey(key: KeyRow) {
  return {
    id: key.id,
    name: key.name,
    type: key.kind,
    issuer: key.issuer,
    account: key.account,
    algorithm: key.algorithm,
    digits: key.digits,
    period: key.period,
    counter: key.counter,
    tags: key.tags,
    favourite: key.favourite,
    created_at: key.created_at.toISOString(),
  }
}
