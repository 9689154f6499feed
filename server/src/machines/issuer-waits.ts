import { githubIssuer } from '@twofold/contract/workload'
import type { Judge } from '../platform/approval.ts'

/** The signer of an issuer's tokens decides which runs exist, so a new issuer waits for a second administrator. */
export const newIssuer: Judge = async ({ body }) => {
  const detail = { name: String(body['name']), issuer: typeof body['issuer'] === 'string' ? body['issuer'] : githubIssuer }
  return { act: 'add_issuer', subject: undefined, reason: '', detail, about: [] }
}
