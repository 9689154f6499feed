import { hashToken } from './token.ts'
import type { Credentials } from '../identity.ts'

interface Hashes {
  bearer?: Buffer
  session?: string
}

/** Several stages of a request ask for the same hash, and computing one takes as long as all that they do with it. */
const known = new WeakMap<Credentials, Hashes>()

/** Stored hash of the token; undefined: none was sent. */
export function bearerHashOf(credentials: Credentials): Buffer | undefined {
  const { bearer } = credentials
  return bearer === undefined ? undefined : hashOf(credentials, bearer)
}

/** A name for the session of these credentials that opens nothing: other halves have other names. Undefined: no token was sent. */
export function sessionNameOf(credentials: Credentials): string | undefined {
  const { bearer, browserHalf = '' } = credentials
  if (bearer === undefined) return undefined
  const hash = () => (browserHalf === '' ? hashOf(credentials, bearer) : hashToken(`${bearer} ${browserHalf}`))
  return (hashesOf(credentials).session ??= hash().toString('base64'))
}

const hashOf = (credentials: Credentials, bearer: string) => (hashesOf(credentials).bearer ??= hashToken(bearer))

function hashesOf(credentials: Credentials): Hashes {
  const found = known.get(credentials)
  if (found !== undefined) return found
  const made = {}
  known.set(credentials, made)
  return made
}
