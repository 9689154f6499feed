import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { StartError } from '../start-error.ts'
import type { KeyringRow } from './keyrings.repository.ts'
import type { Purpose } from './purposes.ts'
import { findRootKeyParts, type RootKey, type RootKeys } from './root-key.ts'
import { openWith, sealWith } from './sealed-value.ts'

const keySize = 32

/** The root key has no versions: a row names the one that wraps it by its id. */
const rootKeyVersion = 0

const placeOf = (purpose: string, version: number) => ({ table: 'keyrings', column: 'sealed', row: `${purpose}:${version}`, owner: '' })

/** A new random key, wrapped. */
export function makeKeyring(rootKey: RootKey, purpose: Purpose, version: number) {
  return { purpose, ...wrapKeyring(rootKey, purpose, version, randomBytes(keySize)) }
}

/** A key that is there already, wrapped. */
export function wrapKeyring(rootKey: RootKey, purpose: string, version: number, key: Buffer) {
  return { version, root_key_id: rootKey.id, sealed: sealWith(rootKey.wrap, rootKeyVersion, placeOf(purpose, version), key) }
}

/** Throws a StartError when the root key is not the one that wrapped the row. */
export function unwrapKeyring(rootKeys: RootKeys, row: KeyringRow): KeyObject {
  return createSecretKey(unwrap(rootKeys, row))
}

/** The same key, wrapped by the current root key. */
export function rewrapKeyring(rootKeys: RootKeys, row: KeyringRow) {
  const sealed = sealWith(rootKeys.current.wrap, rootKeyVersion, placeOf(row.purpose, row.version), unwrap(rootKeys, row))
  return { root_key_id: rootKeys.current.id, sealed }
}

function unwrap({ current, previous, origin }: RootKeys, row: KeyringRow): Buffer {
  const rootKey = findRootKeyParts([current, previous], row.root_key_id)
  if (rootKey === undefined) {
    throw new StartError(
      `${origin} is not the root key of this database: its data were encrypted with the one whose id is ${row.root_key_id}, and this one is ` +
        `${current.id}. Do not overwrite the right one: set MASTER_KEY to it, or, to change the root key, MASTER_KEY_PREVIOUS to the old one. Nothing was changed.`,
    )
  }
  try {
    return openWith(rootKey.wrap, placeOf(row.purpose, row.version), row.sealed)
  } catch (error) {
    throw new StartError(`The keyring ${row.purpose}, version ${row.version}, is damaged in the database. Restore it from a backup.`, {
      cause: error,
    })
  }
}
