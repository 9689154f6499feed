import { githubIssuer } from '@twofold/contract/workload'
import type { Judge } from '../platform/approval.ts'

/** Whoever signs for an issuer decides which runs there are, so a new one waits for a second administrator. */
export const newIssuer: Judge = async ({ body }) => {
  const detail = { name: String(body['name']), issuer: typeof body['issuer'] === 'string' ? body['issuer'] : githubIssuer }
  return { act: 'add_issuer', subject: undefined, reason: '', detail, about: [] }
}
