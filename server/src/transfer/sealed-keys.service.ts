import { encodeBase32 } from '@twofold/contract/base32'
import { v7 as uuid } from 'uuid'
import { secretBytes } from '../keys/secret-bytes.ts'
import type { IconPicture } from '../keys/icon-picture.ts'
import { openFields, sealFields, textsOf } from '../keys/sealed-fields.ts'
import { secretPlace } from '../keys/secret-place.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import { mapInBatches } from '../platform/batches.ts'
import type { ImportedKey } from './import-verdicts.ts'
import type { TransferServiceDeps } from './transfer.service.ts'

/** Seals the secrets and notes of keys for their owner, and opens them. */
export function createSealedKeys(deps: Pick<TransferServiceDeps, 'clock' | 'crypto' | 'dataKeys' | 'transfer'>) {
  /** Own keys with their secrets; these go no further than this folder, unless they are asked for with the PIN. */
  async function open(db: Db, user: Pick<Identity, 'id'>, ids?: readonly string[]) {
    const [rows, sealed] = await Promise.all([deps.transfer(db).listWhole(user.id, ids), deps.dataKeys(db).require(user.id)])
    const dataKey = deps.crypto.openDataKey(sealed, user.id)
    const opened = await mapInBatches(rows, ({ secret, ...row }) => {
      const owned = { ...row, owner_id: user.id }
      return {
        ...row,
        secret: encodeBase32(dataKey.open(secretPlace(owned), secret)),
        openTexts: () => textsOf(openFields(owned, () => dataKey)),
      }
    })
    return { dataKey, opened }
  }

  function seal(
    userId: string,
    dataKey: ReturnType<Crypto['openDataKey']>,
    { name, parameters, description, texts }: ImportedKey,
    icon?: IconPicture,
  ) {
    const { secret, issuer, account, ...settings } = parameters
    const owned = { id: uuid(), owner_id: userId, ...settings }
    return {
      ...owned,
      name,
      issuer: issuer ?? null,
      account: account ?? null,
      ...description,
      created_at: deps.clock.date(),
      secret: dataKey.seal(secretPlace(owned), secretBytes(secret)),
      ...sealFields(dataKey, owned, texts),
      icon: icon?.icon ?? null,
      is_exclusive: false,
    }
  }

  return { open, seal }
}
