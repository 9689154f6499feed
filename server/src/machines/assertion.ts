import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { PublicKeySet } from '@twofold/contract/public-keys'
import type { IssuerKind } from '@twofold/contract/workload'
import type { Claims } from './trust-rules.ts'

/** Signatures by keys that are not shared; never `none`, never a MAC. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** Seconds by which the clocks of an issuer and of the database may differ. */
const skew = 30
/** Seconds that a token may be old. GitLab makes it when a job begins, and the job may come to it late. */
const oldest = (kind: IssuerKind) => (kind === 'gitlab' ? 60 : 10) * 60

/** A token that was not looked at yet: what to look for, nothing to rely on. */
export interface Asserted {
  issuer: string
  audience: string
  keyId: string | undefined
}

/** Kubernetes writes one audience as a list of one. Undefined: none, or several. */
function onlyAudience(aud: unknown): string | undefined {
  const audience: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  return typeof audience === 'string' ? audience : undefined
}

/** Undefined: it is no token of a workload, or one that is meant for several. */
export function readAsserted(token: string): Asserted | undefined {
  try {
    const { kid, typ } = decodeProtectedHeader(token)
    const { iss, aud } = decodeJwt(token)
    const audience = onlyAudience(aud)
    // A token for an API, or a notice of sign-out, is no proof of identity.
    if (typ !== undefined && !/^(application\/)?jwt$/i.test(typ)) return undefined
    if (typeof iss !== 'string' || audience === undefined) return undefined
    return { issuer: iss, audience, keyId: typeof kid === 'string' ? kid : undefined }
  } catch {
    return undefined
  }
}

export interface Verified {
  claims: Claims
  /** False: signed by the issuer, and too old or not valid yet. */
  isTimely: boolean
  expiresAt: Date
}

/** Undefined: the issuer did not sign this for us. */
export async function verifyAssertion(
  token: string,
  keys: PublicKeySet,
  expected: { kind: IssuerKind; issuer: string; audience: string; now: Date },
): Promise<Verified | undefined> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms,
      issuer: expected.issuer,
      audience: expected.audience,
      requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp'],
      clockTolerance: skew,
      maxTokenAge: oldest(expected.kind),
      currentDate: expected.now,
    })
    // The library takes a list with ours among others as well.
    if (onlyAudience(payload.aud) === undefined || typeof payload.sub !== 'string' || payload.sub === '') return undefined
    // Its validity is limited by its age, whatever expiry it claims.
    const seconds = Math.min(payload.exp ?? 0, (payload.iat ?? 0) + oldest(expected.kind)) + skew
    return { claims: payload, isTimely: true, expiresAt: new Date(seconds * 1000) }
  } catch (error) {
    const isTime =
      error instanceof errors.JWTExpired ||
      (error instanceof errors.JWTClaimValidationFailed && error.reason === 'check_failed' && /^(iat|nbf|exp)$/.test(error.claim))
    return isTime ? { claims: error.payload, isTimely: false, expiresAt: expected.now } : undefined
  }
}
