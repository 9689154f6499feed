import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { BindingRepository } from './binding.repository.ts'
import { secretPlace } from './secret-place.ts'

export interface BindingServiceDeps {
  db: Db
  binding: (db: Db) => BindingRepository
  crypto: Pick<Crypto, 'openDataKey'>
  log: Log
}

/** The job, once an hour until nothing is left. */
export const bindKeyParameters = 'keys.bind-parameters'

const rowsAtOnce = 500

export function createBindingService(deps: BindingServiceDeps) {
  return {
    /** Seals again, beside the requests, what a version of the application sealed that did not bind parameters to secrets. */
    async bindAll(): Promise<void> {
      const binding = deps.binding(deps.db)
      for (let after: string | undefined; ;) {
        const keys = await binding.list(after, rowsAtOnce)
        for (const key of keys) {
          try {
            const dataKey = deps.crypto.openDataKey(key.data_key, key.owner_id)
            await binding.replace(key, dataKey.seal(secretPlace(key), dataKey.open(secretPlace(key), key.secret)))
          } catch (error) {
            deps.log.error({ err: error, key: key.id }, 'the secret of a key cannot be read')
          }
        }
        if (keys.length < rowsAtOnce) return
        after = keys.at(-1)?.id
      }
    },
  }
}
