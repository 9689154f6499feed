import { descriptionNames, type KeyDescription, writtenOf } from '@twofold/contract/key-fields'
import type { CodeSettings } from '@twofold/contract/otpauth'

/** A key as lists show it, as it is stored: never a secret. */
export interface KeyRow extends KeyDescription, CodeSettings {
  id: string
  name: string
  issuer: string | null
  account: string | null
  is_exclusive: boolean
  icon: string | null
  created_at: Date
}

/** Columns of what a key says, without its secret: a file of keys has these. */
export const writtenColumns = [
  'id',
  'name',
  'kind',
  'issuer',
  'account',
  'algorithm',
  'digits',
  'period',
  'counter',
  ...descriptionNames,
] as const satisfies readonly (keyof KeyRow)[]

export const keyColumns = [...writtenColumns, 'is_exclusive', 'icon', 'created_at'] as const satisfies readonly (keyof KeyRow)[]

/** The key in the form of answers. */
export const presentKey = (key: Omit<KeyRow, 'created_at'> & { created_at: Date | string }, { favourite }: { favourite: boolean }) => ({
  id: key.id,
  name: key.name,
  type: key.kind,
  issuer: key.issuer,
  account: key.account,
  algorithm: key.algorithm,
  digits: key.digits,
  period: key.period,
  counter: key.counter,
  ...writtenOf(key),
  favourite,
  ...(key.is_exclusive ? { exclusive: true } : {}),
  ...(key.icon === null ? {} : { icon: key.icon }),
  created_at: typeof key.created_at === 'string' ? key.created_at : key.created_at.toISOString(),
})
