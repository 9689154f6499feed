import { mapSealed, type SealedField, sealedNames, type SealedTexts } from '@twofold/contract/sealed-fields'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Place } from '../platform/crypto/sealed-value.ts'
import type { BoundKey } from './secret-place.ts'

type DataKey = ReturnType<Crypto['openDataKey']>
type Owned = Pick<BoundKey, 'id' | 'owner_id'>

/** The sealed fields of a key as stored; null: nothing is written there. */
export type SealedRow = Record<SealedField, Buffer | null>

const placeOf = (column: SealedField, { id, owner_id: owner }: Owned): Place => ({ table: 'keys', column, row: id, owner })

const sealOne = (dataKey: DataKey, key: Owned, field: SealedField, text: string) =>
  text === '' ? null : dataKey.seal(placeOf(field, key), text)

/** The fields of a new key. */
export const sealFields = (dataKey: DataKey, key: Owned, texts: { [Field in SealedField]?: string | undefined }): SealedRow =>
  mapSealed((field) => sealOne(dataKey, key, field, texts[field] ?? ''))

/** The fields of a change: those that were sent. */
export const sealSent = (dataKey: DataKey, key: Owned, sent: { [Field in SealedField]?: string | undefined }): Partial<SealedRow> =>
  Object.fromEntries(
    sealedNames.flatMap((field) => {
      const text = sent[field]
      return text === undefined ? [] : [[field, sealOne(dataKey, key, field, text)]]
    }),
  )

/** The texts of a key, null where nothing is written. The data key is opened only for one that is. */
export function openFields(key: Owned & SealedRow, openDataKey: () => DataKey): Record<SealedField, string | null> {
  return mapSealed((field) => {
    const sealed = key[field]
    return sealed === null ? null : openDataKey().open(placeOf(field, key), sealed).toString()
  })
}

/** The same fields under the data key of the next owner. */
export function resealFields(key: Owned & SealedRow, before: DataKey, next: { id: string; dataKey: DataKey }): SealedRow {
  const texts = openFields(key, () => before)
  return sealFields(
    next.dataKey,
    { id: key.id, owner_id: next.id },
    mapSealed((field) => texts[field] ?? ''),
  )
}

export const textsOf = (opened: Record<SealedField, string | null>): SealedTexts => mapSealed((field) => opened[field] ?? '')
