import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation } from '@twofold/contract/factors'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/*
 * A browser and its authenticator in software (W3C WebAuthn Level 3 §5 and §6): one discoverable ES256 credential.
 */

const userPresent = 0x01
const userVerified = 0x04
const credentialIncluded = 0x40

export interface AuthenticatorQuirks {
  origin?: string
  rpId?: string
  /** Asked for a fingerprint or its own PIN. */
  verifiesPeople?: boolean
  /** Used instead of counting up. */
  counter?: number
  /** Instead of the one that the options carry. */
  challenge?: string
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')
const challengeOf = (options: Record<string, unknown>) => String(options['challenge'])

export function createSoftwareAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle: string | undefined

  function clientData(type: 'webauthn.create' | 'webauthn.get', options: Record<string, unknown>, quirks: AuthenticatorQuirks) {
    const challenge = quirks.challenge ?? challengeOf(options)
    return Buffer.from(JSON.stringify({ type, challenge, origin: quirks.origin ?? origin, crossOrigin: false }))
  }

  function authenticatorData(quirks: AuthenticatorQuirks, attested?: Uint8Array) {
    counter = quirks.counter ?? counter + 1
    const head = Buffer.alloc(37)
    sha256(quirks.rpId ?? new URL(origin).hostname).copy(head)
    head.writeUInt8(
      userPresent | (quirks.verifiesPeople === false ? 0 : userVerified) | (attested === undefined ? 0 : credentialIncluded),
      32,
    )
    head.writeUInt32BE(counter, 33)
    return attested === undefined ? head : Buffer.concat([head, attested])
  }

  function attestedCredential() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coseKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ])
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(id.length)
    return Buffer.concat([Buffer.alloc(16), idLength, id, isoCBOR.encode(coseKey)])
  }

  return {
    /** `navigator.credentials.create()`. */
    register(options: Record<string, unknown>, quirks: AuthenticatorQuirks = {}): PasskeyAttestation {
      userHandle = (options['user'] as { id: string }).id
      const authData = Uint8Array.from(authenticatorData(quirks, attestedCredential()))
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', authData],
        ]),
      )
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, quirks)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },

    /** `navigator.credentials.get()`. */
    assert(options: Record<string, unknown>, quirks: AuthenticatorQuirks = {}): PasskeyAssertion {
      const data = authenticatorData(quirks)
      const client = clientData('webauthn.get', options, quirks)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      }
    },
  }
}
