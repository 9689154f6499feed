import type { EventSealer } from '../events.ts'
import type { Pepper } from '../password-hash.ts'
import type { Crypto } from './crypto.ts'
import type { MacPurpose } from './purposes.ts'

export function createEventSealer(crypto: Pick<Crypto, 'seal' | 'open'>): EventSealer {
  const placeOf = (eventId: string) => ({ table: 'pgboss.job', column: 'data', row: eventId, owner: '' })
  return {
    seal: (eventId, plaintext) => crypto.seal('event', placeOf(eventId), plaintext).toString('base64'),
    open: (eventId, sealed) => crypto.open('event', placeOf(eventId), Buffer.from(sealed, 'base64')).toString('utf8'),
  }
}

export interface AnswerSealer {
  seal(userId: string, call: string, plaintext: string): Buffer
  open(userId: string, call: string, sealed: Buffer): string
}

/** Answers kept for a repeated `Idempotency-Key`. */
export function createAnswerSealer(crypto: Pick<Crypto, 'seal' | 'open'>): AnswerSealer {
  const placeOf = (userId: string, call: string) => ({ table: 'idempotency_keys', column: 'answer', row: call, owner: userId })
  return {
    seal: (userId, call, plaintext) => crypto.seal('answer', placeOf(userId, call), plaintext),
    open: (userId, call, sealed) => crypto.open('answer', placeOf(userId, call), sealed).toString('utf8'),
  }
}

/** The set-up link, as long as it may be printed again. */
export function createSetupLinkSealer(crypto: Pick<Crypto, 'seal' | 'open'>) {
  const placeOf = (id: string) => ({ table: 'setup_links', column: 'token', row: id, owner: '' })
  return {
    seal: (id: string, token: string) => crypto.seal('answer', placeOf(id), token),
    open: (id: string, sealed: Buffer) => crypto.open('answer', placeOf(id), sealed).toString('utf8'),
  }
}

export type SetupLinkSealer = ReturnType<typeof createSetupLinkSealer>

/** A key outside the database that goes into every hash of a password or PIN. As text, since the Argon2 library takes nothing else to verify. */
export function createPepper(crypto: Pick<Crypto, 'mac' | 'macWith'>, purpose: Extract<MacPurpose, `${string}-pepper`>): Pepper {
  return {
    apply(accountId, text) {
      const { version, mac } = crypto.mac(purpose, accountId, text)
      return { version, peppered: mac.toString('base64') }
    },
    applyVersion: (version, accountId, text) => crypto.macWith(purpose, version, accountId, text)?.toString('base64'),
  }
}

/**
 * Seals the body of an administrator's request, which may hold a password. Such requests end within a week, long before the keyring drops old
 * versions.
 */
export function createRequestSealer(crypto: Pick<Crypto, 'seal' | 'open'>) {
  const placeOf = (id: string) => ({ table: 'requests', column: 'sealed', row: id, owner: '' })
  return {
    seal: (id: string, plaintext: string) => crypto.seal('event', placeOf(id), plaintext).toString('base64'),
    open: (id: string, sealed: string) => crypto.open('event', placeOf(id), Buffer.from(sealed, 'base64')).toString('utf8'),
  }
}

export type RequestSealer = ReturnType<typeof createRequestSealer>
