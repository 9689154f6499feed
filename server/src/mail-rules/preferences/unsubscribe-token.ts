import type { EventName } from '@twofold/contract/events'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import { constantTimeEqual } from '../../platform/crypto/token.ts'

/** A person and the event that they unsubscribe from. */
export interface Unwanted {
  userId: string
  event: EventName
}

const macBytes = 16

/** Links that need no sign-in and allow nothing but unsubscribing. They never expire, so that old e-mails can still be unsubscribed from. */
export function createUnsubscribeTokens(crypto: Pick<Crypto, 'mac' | 'macWith'>) {
  return {
    make({ userId, event }: Unwanted): string {
      const { version, mac } = crypto.mac('mail-link', 'unsubscribe', userId, event)
      return `${Buffer.from(`${userId}:${event}`).toString('base64url')}.${version}.${mac.subarray(0, macBytes).toString('base64url')}`
    },
    /** Undefined for every text that we did not make. */
    read(token: string): Unwanted | undefined {
      const [, encoded, version, signature] = /^([\w-]{1,200})\.(\d{1,6})\.([\w-]{22})$/.exec(token) ?? []
      if (encoded === undefined || version === undefined || signature === undefined) return undefined
      const [userId = '', event = ''] = Buffer.from(encoded, 'base64url').toString('utf8').split(':')
      const expected = crypto
        .macWith('mail-link', Number(version), 'unsubscribe', userId, event)
        ?.subarray(0, macBytes)
        .toString('base64url')
      if (expected === undefined || !constantTimeEqual(expected, signature) || !Object.hasOwn(eventCatalogue, event)) return undefined
      return { userId, event: event as EventName }
    },
  }
}

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>
