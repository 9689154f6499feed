import type { CallResponse } from '@twofold/contract/endpoint'
import type { addKey, previewKeyDeletion } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { formatOtpauth } from '@twofold/contract/otpauth'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { DataKeysRepository } from '../platform/crypto/data-keys.repository.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { AccessService } from './access.service.ts'
import { describeNew } from './description.ts'
import { type AddKeyBody, resolveKey } from './key-parameters.ts'
import type { KeysRepository } from './keys.repository.ts'
import { type KeyRow, presentKey } from '../platform/listed-key.ts'
import { secretBytes } from './secret-bytes.ts'
import { sealFields } from './sealed-fields.ts'
import { secretPlace } from './secret-place.ts'

export interface KeysServiceDeps extends ServiceDeps {
  keys: (db: Db) => KeysRepository
  access: Pick<AccessService, 'require'>
  crypto: Pick<Crypto, 'openDataKey'>
  dataKeys: (db: Db) => Pick<DataKeysRepository, 'require'>
  activity: Pick<ActivityService, 'record'>
}

export function createKeysService(deps: KeysServiceDeps) {
  return {
    /** Complaints about a new key that need only its fields. */
    async checkNew(fields: Partial<AddKeyBody>): Promise<void> {
      await resolveKey(fields)
    },

    async add(user: Identity, body: AddKeyBody): Promise<CallResponse<typeof addKey>> {
      const { parameters, isGenerated } = await resolveKey(body)
      const { secret, issuer, account, ...settings } = parameters
      const id = uuid()
      const row: KeyRow = {
        id,
        name: body.name,
        ...settings,
        issuer: issuer ?? null,
        account: account ?? null,
        ...describeNew(body),
        is_exclusive: false,
        icon: null,
        created_at: deps.clock.date(),
      }
      await deps.transaction(async (tx) => {
        const keys = deps.keys(tx.db)
        const [, sealed] = await Promise.all([requireQuota(tx, user.id), deps.dataKeys(tx.db).require(user.id)])
        const dataKey = deps.crypto.openDataKey(sealed, user.id)
        const owned = { ...row, owner_id: user.id }
        const sealedFields = sealFields(dataKey, owned, body)
        tx.writeLast(() => keys.put({ ...owned, ...sealedFields, secret: dataKey.seal(secretPlace(owned), secretBytes(secret)) }))
        await deps.activity.record(tx, { userId: user.id, kind: 'key_added', detail: { name: row.name } })
        await tx.emit('key.created', { to: { user_id: user.id }, data: { 'key.name': row.name, 'key.issuer': row.issuer ?? '' } })
      })
      const key = { ...presentKey(row, { favourite: false }), copied_at: null, shared_with: 0 }
      const answer = { key, ...say('key.added') }
      if (!isGenerated) return answer
      const uri = formatOtpauth({ ...parameters, issuer: issuer ?? body.name, account: account ?? user.email })
      return { ...answer, provisioning: { secret, uri } }
    },

    async previewDeletion(user: Identity, id: string): Promise<CallResponse<typeof previewKeyDeletion>> {
      const keys = deps.keys(deps.db)
      const [, key, people, codes] = await Promise.all([
        deps.access.require(deps.db, user.id, id, 'owner'),
        keys.findWhole(id, user.id),
        keys.countPeople(id, deps.clock.date()),
        keys.countBackupCodes(id),
      ])
      if (key === undefined) throw fail('keys.not_found')
      return { name: key.name, people_losing_access: people, backup_codes: codes.total }
    },

    requireQuota,
  }

  /** Call it in the transaction that adds a key. */
  async function requireQuota(tx: Pick<Tx, 'db'>, ownerId: string): Promise<void> {
    const keys = deps.keys(tx.db)
    const [isActive, count] = await Promise.all([keys.lockOwner(ownerId), keys.countOf(ownerId)])
    if (!isActive) throw fail('auth.unauthenticated')
    if (count >= limits.keysPerOwner) throw fail('keys.limit_reached', { parameters: { limit: limits.keysPerOwner } })
  }
}

export type KeysService = ReturnType<typeof createKeysService>
