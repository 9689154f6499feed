import type { Clock } from '../platform/clock.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { DataKeysRepository } from '../platform/crypto/data-keys.repository.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Tx } from '../platform/transaction.ts'
import { codePlace } from './backup-code-secrets.service.ts'
import type { BackupCodesRepository } from './backup-codes.repository.ts'
import type { KeysRepository } from './keys.repository.ts'
import type { KeysService } from './keys.service.ts'
import { resealFields } from './sealed-fields.ts'
import { secretPlace } from './secret-place.ts'

export interface OwnershipServiceDeps {
  keys: (db: Db) => Pick<KeysRepository, 'findWhole' | 'setOwner'>
  codes: (db: Db) => Pick<BackupCodesRepository, 'listOf' | 'reseal'>
  quota: Pick<KeysService, 'requireQuota'>
  crypto: Pick<Crypto, 'openDataKey'>
  dataKeys: (db: Db) => Pick<DataKeysRepository, 'find'>
  clock: Clock
}

/** Another owner means another data key: everything that is sealed with a key is re-encrypted. */
export function createOwnershipService(deps: OwnershipServiceDeps) {
  return {
    /** The key is locked; who it is shared with is the caller's business. Answers its name. */
    async change(tx: Pick<Tx, 'db'>, id: string, to: string): Promise<{ name: string }> {
      const [keys, codes] = [deps.keys(tx.db), deps.codes(tx.db)]
      const [, key, sealed, own] = await Promise.all([
        deps.quota.requireQuota(tx, to),
        keys.findWhole(id, to),
        deps.dataKeys(tx.db).find(to),
        codes.listOf(id),
      ])
      if (key === undefined || sealed === undefined) throw fail('keys.not_found')
      const [before, after] = [deps.crypto.openDataKey(key.data_key, key.owner_id), deps.crypto.openDataKey(sealed.sealed, to)]
      const secret = after.seal(secretPlace({ ...key, owner_id: to }), before.open(secretPlace(key), key.secret))
      const resealed = own.map(
        ({ id: codeId, code }) => [codeId, after.seal(codePlace(codeId, to), before.open(codePlace(codeId, key.owner_id), code))] as const,
      )
      const change = { owner_id: to, secret, ...resealFields(key, before, { id: to, dataKey: after }) }
      await Promise.all([...resealed.map(([codeId, code]) => codes.reseal(codeId, code)), keys.setOwner(id, change, deps.clock.date())])
      return { name: key.name }
    },
  }
}

export type OwnershipService = ReturnType<typeof createOwnershipService>
