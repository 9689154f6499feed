import type { PasskeyAssertion, PasskeyAttestation } from '@twofold/contract/factors'
import type { Policy } from '../platform/policy/policy.ts'

/** Stored facts of a passkey. */
export interface Credential {
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: string[]
}

/** Milliseconds that a browser has to answer; also sent to the browser. */
export const challengeLifetime = 5 * 60_000

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), which authenticators have. The library would also offer ML-DSA, experimental in Node.js. */
const algorithms = [-8, -7, -257]

/** Large, and not needed before somebody uses a passkey. */
const library = () => import('@simplewebauthn/server')

const descriptorsOf = (credentials: Credential[]) => credentials.map(({ credential_id, transports }) => ({ id: credential_id, transports }))

type Site = Pick<Policy, 'name' | 'address'>

const originOf = (site: Site) => new URL(site.address).origin
const rpIdOf = (site: Site) => new URL(site.address).hostname

/** The WebAuthn ceremonies (W3C WebAuthn Level 3 §7), for one origin. Every verdict is undefined when the answer is not right, whatever is wrong. */
export const createWebauthn = (site: Site) => ({ ...createRegistration(site), ...createAuthentication(site) })

export type Webauthn = ReturnType<typeof createWebauthn>

function createRegistration(site: Site) {
  return {
    registrationOptions: async (user: { id: string; name: string; email: string }, existing: Credential[]) =>
      (await library()).generateRegistrationOptions({
        rpName: site.name,
        rpID: rpIdOf(site),
        userID: Uint8Array.from(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
        userName: user.email,
        userDisplayName: user.name,
        timeout: challengeLifetime,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: descriptorsOf(existing),
        // Preferred, not required: a key without storage or fingerprint is still a second factor.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }),

    async verifyRegistration(attestation: PasskeyAttestation, challenge: string) {
      try {
        const { verifyRegistrationResponse } = await library()
        if (!(await isPlain(attestation))) return undefined
        const { id, rawId, type, response } = attestation
        const { clientDataJSON, attestationObject, transports } = response
        const verified = await verifyRegistrationResponse({
          response: {
            id,
            rawId,
            type,
            clientExtensionResults: {},
            response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
          },
          expectedChallenge: challenge,
          expectedOrigin: originOf(site),
          expectedRPID: rpIdOf(site),
          requireUserVerification: false,
          supportedAlgorithmIDs: algorithms,
        })
        if (!verified.verified) return undefined
        const { credential, credentialBackedUp } = verified.registrationInfo
        return { ...credential, isBackedUp: credentialBackedUp }
      } catch {
        return undefined
      }
    },
  }
}

function createAuthentication(site: Site) {
  return {
    /** Without credentials the browser offers every passkey that it has for this site. */
    authenticationOptions: async (credentials: Credential[], userVerification: 'required' | 'preferred') =>
      (await library()).generateAuthenticationOptions({
        rpID: rpIdOf(site),
        timeout: challengeLifetime,
        userVerification,
        allowCredentials: descriptorsOf(credentials),
      }),

    /** Checks signature, site, counter and, where it is required, that the device asked for a fingerprint or its own PIN. */
    async verifyAuthentication(assertion: PasskeyAssertion, credential: Credential, challenge: string, requireUserVerification: boolean) {
      try {
        const { verifyAuthenticationResponse } = await library()
        const { id, rawId, type, response } = assertion
        const { clientDataJSON, authenticatorData, signature } = response
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
          expectedChallenge: challenge,
          expectedOrigin: originOf(site),
          expectedRPID: rpIdOf(site),
          credential: {
            id: credential.credential_id,
            publicKey: Uint8Array.from(credential.public_key),
            counter: credential.counter,
            transports: credential.transports,
          },
          requireUserVerification,
        })
        return verified ? { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp } : undefined
      } catch {
        return undefined
      }
    },

    /** The account that a discoverable passkey says it is for. */
    userIdOf(assertion: PasskeyAssertion): string | undefined {
      const handle = assertion.response.userHandle
      const hex = typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString('hex') : ''
      return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : undefined
    },
  }
}

/** No maker's certificates were asked for, so none are looked at: checking them would have the server fetch addresses that they name. */
async function isPlain(attestation: PasskeyAttestation): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation.response.attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}
