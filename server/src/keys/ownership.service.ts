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
import { notePlace, secretPlace } from './secret-place.ts'

export interface OwnershipServiceDeps {
  keys: (db: Db) => Pick<KeysRepository, 'findWhole' | 'setOwner'>
  codes: (db: Db) => Pick<BackupCodesRepository, 'listOf' | 'reseal'>
  quota: Pick<KeysService, 'requireRoom'>
  crypto: Pick<Crypto, 'openDataKey'>
  dataKeys: (db: Db) => Pick<DataKeysRepository, 'find'>
  clock: Clock
}

/** Another owner means another data key: everything that is sealed with a key is re-encrypted. */
export function createOwnershipService(deps: OwnershipServiceDeps) {
  return {
    /** The key is locked; who it is shared with is the caller's business. Answers its name. */
    async change(tx: Pick<Tx, 'db'>, id: string, to: string): Promise<{ name: string }> {
      await deps.quota.requireRoom(tx, to)
      const keys = deps.keys(tx.db)
      const key = await keys.findWhole(id, to)
      const sealed = await deps.dataKeys(tx.db).find(to)
      if (key === undefined || sealed === undefined) throw fail('keys.not_found')
      const [before, after] = [deps.crypto.openDataKey(key.data_key, key.owner_id), deps.crypto.openDataKey(sealed.sealed, to)]
      const reseal = (placeOf: typeof secretPlace, value: Buffer) =>
        after.seal(placeOf({ ...key, owner_id: to }), before.open(placeOf(key), value))
      const codes = deps.codes(tx.db)
      for (const code of await codes.listOf(id))
        await codes.reseal(code.id, after.seal(codePlace(code.id, to), before.open(codePlace(code.id, key.owner_id), code.code)))
      const note = key.note === null ? null : reseal(notePlace, key.note)
      await keys.setOwner(id, { owner_id: to, secret: reseal(secretPlace, key.secret), note }, deps.clock.date())
      return { name: key.name }
    },
  }
}

export type OwnershipService = ReturnType<typeof createOwnershipService>
