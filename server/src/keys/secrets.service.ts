import { encodeBase32 } from '@twofold/contract/base32'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { showSecret } from '@twofold/contract/keys'
import { formatOtpauth } from '@twofold/contract/otpauth'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { AccessService } from './access.service.ts'
import type { KeysRepository } from './keys.repository.ts'
import { secretPlace } from './secret-place.ts'
import type { SecretShowingsService } from './secret-showings.service.ts'

export interface SecretsServiceDeps {
  transaction: Transaction
  keys: (db: Db) => Pick<KeysRepository, 'findWhole'>
  access: Pick<AccessService, 'require'>
  showings: Pick<SecretShowingsService, 'begin'>
  crypto: Pick<Crypto, 'openDataKey'>
}

export function createSecretsService(deps: SecretsServiceDeps) {
  return {
    /** The route has asked for the PIN. */
    async show(user: Identity, id: string): Promise<CallResponse<typeof showSecret>> {
      return deps.transaction(async (tx) => {
        const [, key, record] = await Promise.all([
          deps.access.require(tx.db, user.id, id, 'admin'),
          deps.keys(tx.db).findWhole(id, user.id),
          deps.showings.begin(tx, user, 'secret'),
        ])
        if (key === undefined) throw fail('keys.not_found')
        const secret = encodeBase32(deps.crypto.openDataKey(key.data_key, key.owner_id).open(secretPlace(key), key.secret))
        await record(key)
        const uri = formatOtpauth({ ...key, secret, issuer: key.issuer ?? key.name, account: key.account ?? user.email })
        return { secret, uri }
      })
    },
  }
}

export type SecretsService = ReturnType<typeof createSecretsService>
