import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const tag = 'Programs'

/** Whose a token is, as it begins: `twofold_svc_` a service account's, `pat` a person's, `wid` a workload's, `cli` a device's. */
export const programKind = z.enum(['svc', 'pat', 'wid', 'cli'])
export type ProgramKind = z.infer<typeof programKind>

/** What a token may do. */
export const tokenScope = z.enum(['keys:read', 'codes:read', 'codes:take', 'keys:write', 'activity:read', 'audit:read', 'metrics:read'])
export type TokenScope = z.infer<typeof tokenScope>

/** A token as whoever holds it may know it. */
export const ownToken = z.object({
  id: z.string(),
  kind: programKind,
  name: z.string(),
  last_four: z.string(),
  /** What it may do; of a device session, null: what its person may. */
  scopes: z.nullable(z.array(tokenScope)),
  is_agent: z.boolean(),
  expires_at: z.string(),
  /** Keys it is narrowed to; null: whatever its owner has. */
  key_ids: z.nullable(z.array(z.string())),
  owner: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('person'), id: z.string(), name: z.string(), email: z.string() }),
    z.object({ kind: z.literal('service_account'), id: z.string(), name: z.string() }),
  ]),
})

export const getOwnToken = endpoint({
  method: 'GET',
  path: '/tokens/self',
  tag,
  summary: 'The token that the call is made with: whose it is, what it may do, when it ends',
  response: z.object({ token: ownToken }),
})
