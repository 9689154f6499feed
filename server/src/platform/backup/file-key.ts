import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { type HashCost, passwordCost } from '../password-hash.ts'
import { findRootKeyParts, type RootKey } from '../crypto/root-key.ts'
import { openByKeys, sealForRecipients } from '../age-recipients.ts'
import { BackupError } from './backup.error.ts'
import type { BackupHeader, KeyDescription } from './header.ts'

/*
 * Every file has a random key of its own, which is sealed with what opens the file: a key derived from the password, or from the root key.
 */

/** The one secret that opens backups and must be stored apart from them. `cost`: of deriving the key from the password. */
export type BackupSecret = { kind: 'password'; password: string; cost?: HashCost } | { kind: 'master_key'; rootKey: RootKey }

export interface BackupSecrets {
  password: string | undefined
  rootKeys: readonly RootKey[]
  ageKeys?: readonly string[]
}

const nonceSize = 12
const tagSize = 16
const algorithm = 'aes-256-gcm'
const options = { authTagLength: tagSize }
const boundTo = Buffer.from('twofold backup file key')

/** A new key, and how the header describes it. `recipients`: of age, who can open the file as well. */
export async function makeFileKey(
  secret: BackupSecret,
  recipients: readonly string[] = [],
): Promise<{ fileKey: KeyObject; key: KeyDescription; wrapped_key: string; age?: string }> {
  const { memoryCost, timeCost } = (secret.kind === 'password' && secret.cost) || passwordCost
  const key: KeyDescription =
    secret.kind === 'password'
      ? {
          kind: 'password',
          kdf: 'argon2id',
          salt: randomBytes(16).toString('base64'),
          memory_kib: memoryCost,
          passes: timeCost,
        }
      : { kind: 'master_key', id: secret.rootKey.id }
  const bytes = randomBytes(32)
  const nonce = randomBytes(nonceSize)
  const cipher = createCipheriv(algorithm, await deriveKey(key, secret), nonce, options).setAAD(boundTo)
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  const age = recipients.length === 0 ? {} : { age: await sealForRecipients(bytes, recipients) }
  return { fileKey: createSecretKey(bytes), key, wrapped_key: sealed.toString('base64'), ...age }
}

/**
 * Nothing but a key of age can open the file here. Everybody who knows its public key can write such a file, so that it proves nothing of who made it:
 * where the secret that the file asks for is at hand, that one has to open it.
 */
export const opensByAgeAlone = ({ key, age }: BackupHeader, secrets: BackupSecrets): boolean =>
  age !== undefined && secrets.ageKeys !== undefined && secrets.ageKeys.length > 0 && atHand(key, secrets) === undefined

/** Throws a BackupError with a sentence when the secret that the file asks for is not at hand, or is another one. */
export async function openFileKey(header: BackupHeader, secrets: BackupSecrets): Promise<KeyObject> {
  const { key, wrapped_key, age } = header
  if (age !== undefined && opensByAgeAlone(header, secrets)) {
    const bytes = await openByKeys(age, secrets.ageKeys ?? [])
    if (bytes?.length === 32) return createSecretKey(bytes)
  }
  const kek = await deriveKey(key, findSecret(key, secrets))
  const sealed = Buffer.from(wrapped_key, 'base64')
  try {
    const decipher = createDecipheriv(algorithm, kek, sealed.subarray(0, nonceSize), options).setAAD(boundTo)
    decipher.setAuthTag(sealed.subarray(-tagSize))
    return createSecretKey(Buffer.concat([decipher.update(sealed.subarray(nonceSize, -tagSize)), decipher.final()]))
  } catch (error) {
    throw new BackupError(
      key.kind === 'password'
        ? 'The password is not the one that this backup was made with. Set BACKUP_PASSWORD or BACKUP_PASSWORD_FILE to the right one.'
        : 'The root key is not the one that this backup was made with.',
      { cause: error },
    )
  }
}

function atHand(key: KeyDescription, { password, rootKeys }: BackupSecrets): BackupSecret | undefined {
  if (key.kind === 'password') return password === undefined ? undefined : { kind: 'password', password }
  const rootKey = rootKeys.find((rootKey) => findRootKeyParts([rootKey], key.id))
  return rootKey && { kind: 'master_key', rootKey }
}

function findSecret(key: KeyDescription, secrets: BackupSecrets): BackupSecret {
  const secret = atHand(key, secrets)
  if (secret !== undefined) return secret
  if (key.kind === 'password')
    throw new BackupError('This backup was made with a password. Set BACKUP_PASSWORD or BACKUP_PASSWORD_FILE to it.')
  const { rootKeys } = secrets
  const present = rootKeys.length === 0 ? 'none is set here' : `here is ${rootKeys.map(({ id }) => id).join(' and ')}`
  throw new BackupError(
    `This backup was made with the root key whose id is ${key.id}; ${present}. Set MASTER_KEY to it (or MASTER_KEY_PREVIOUS, if this ` +
      'installation is to have another one), or put the file master.key into the data folder.',
  )
}

async function deriveKey(key: KeyDescription, secret: BackupSecret): Promise<KeyObject> {
  if (secret.kind === 'master_key') {
    const parts = key.kind === 'master_key' ? findRootKeyParts([secret.rootKey], key.id) : undefined
    if (parts === undefined) throw new Error('This root key opens no such backup.')
    return parts.backup
  }
  if (key.kind !== 'password') throw new Error('A password opens no backup that was made with the root key.')
  const cost = { memoryCost: key.memory_kib, timeCost: key.passes, parallelism: 1, outputLen: 32 }
  return createSecretKey(await hashRaw(secret.password, { ...cost, salt: Buffer.from(key.salt, 'base64') }))
}
