import { readPublicKeys } from '@twofold/contract/public-keys'
import { githubIssuer } from '@twofold/contract/workload'
import type { Judge } from '../platform/approval.ts'
import { listThumbprints } from './thumbprints.ts'

/** The signer of an issuer's tokens decides which runs exist, so a new issuer waits for a second administrator, who sees whose signature counts. */
export const newIssuer: Judge = async ({ body }) => {
  const { name, issuer = githubIssuer, jwks, jwks_host: host } = body as Record<string, string | null | undefined>
  const thumbprints = typeof jwks === 'string' ? listThumbprints(readPublicKeys(jwks)) : []
  const detail = {
    name: String(name),
    issuer: String(issuer),
    ...(typeof host === 'string' && { jwks_host: host }),
    ...(thumbprints.length > 0 && { keys: String(thumbprints.length), thumbprints: thumbprints.join(' ') }),
  }
  return { act: 'add_issuer', subject: undefined, reason: '', detail, about: [] }
}
