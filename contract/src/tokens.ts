import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { said } from './said.ts'
import { label } from './text-fields.ts'

const endpoint = taggedEndpoint('Programs')

/** Kind of a token by its prefix: `twofold_svc_` for service accounts, `pat` for people, `wid` for workloads, `cli` for devices. */
export const programKind = z.enum(['svc', 'pat', 'wid', 'cli'])
export type ProgramKind = z.infer<typeof programKind>

export const tokenScope = z.enum(['keys:read', 'codes:read', 'codes:take', 'keys:write', 'activity:read', 'audit:read', 'metrics:read'])
export type TokenScope = z.infer<typeof tokenScope>

export const ownToken = z.object({
  id: z.string(),
  kind: programKind,
  name: z.string(),
  last_four: z.string(),
  /** Its scopes; null for a device session: all rights of its person. */
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

export const getOwnToken = endpoint('GET /tokens/self', {
  summary: 'Get the token of this call: its owner, permissions and expiry',
  errors: ['tokens.not_found'],
  response: z.object({ token: ownToken }),
})

/** Lifetimes and limits of tokens, and when an unused one ends. */
export const tokenLimits = {
  personalDays: 365,
  serviceAccountDays: 90,
  perPerson: 50,
  /** Live ones of a service account, those of a rotation included. */
  perServiceAccount: 5,
  networks: 20,
  keys: 100,
  /** Codes that a token may take, unless it is narrowed further. */
  takesPerMinute: 30,
  takesPerDay: 10_000,
  /** Overlap of a rotation, in which the old token stays valid. */
  overlapHours: 168,
  /** Days without use after which its people get a notice, and after which it ends. */
  unusedNoticedDays: 30,
  unusedEndsDays: 90,
  /** Longest period in which an agent takes codes without asking. */
  trustedMinutes: 60,
} as const

export const administratorScopes: readonly TokenScope[] = ['audit:read', 'metrics:read']
/** Scopes of an agent's token: it takes codes that a person approves, and reads none by itself. */
export const agentScopes: readonly TokenScope[] = ['keys:read', 'codes:take']

/** A token as its owner sees it: never its text. */
export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  last_four: z.string(),
  scopes: z.array(tokenScope),
  is_agent: z.boolean(),
  networks: z.nullable(z.array(z.string())),
  key_ids: z.nullable(z.array(z.string())),
  /** End of the period in which an agent takes codes of these keys without asking; null: it always asks. */
  trusted_until: z.nullable(z.string()),
  /** Codes that it may take; null: as many as any token. */
  takes_per_minute: z.nullable(z.number()),
  takes_per_day: z.nullable(z.number()),
  created_at: z.string(),
  /** Its creator; null: the account no longer exists. */
  created_by: z.nullable(z.string()),
  expires_at: z.string(),
  last_used_at: z.nullable(z.string()),
  last_used_address: z.nullable(z.string()),
  /** It was rotated: its successor exists, and it ends soon. */
  is_replaced: z.boolean(),
})
export type AccessToken = z.infer<typeof accessToken>

export const tokenName = label(60).check(z.minLength(1, 'Name is required'))
const networks = z.array(z.string().check(z.maxLength(50))).check(z.minLength(1), z.maxLength(tokenLimits.networks))
const keyIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(tokenLimits.keys))
export const daysUpTo = (most: number) =>
  z.int('Choose when it expires').check(z.minimum(1, 'Choose at least one day'), z.maximum(most, `Choose at most ${most} days`))

const upTo = (most: number) => z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(most))))

/** Restrictions of a token: without any, it has all rights of its owner. */
export const bindings = {
  networks: z.optional(z.nullable(networks)),
  key_ids: z.optional(z.nullable(keyIds)),
  takes_per_minute: upTo(tokenLimits.takesPerMinute),
  takes_per_day: upTo(tokenLimits.takesPerDay),
}

export const createTokenBody = z.strictObject({
  name: tokenName,
  scopes: z.array(tokenScope).check(z.minLength(1, 'Choose at least one permission'), z.maxLength(tokenScope.options.length)),
  is_agent: z._default(z.boolean(), false),
  expires_in_days: daysUpTo(tokenLimits.personalDays),
  /** For an agent's token: minutes from now in which it takes codes of the keys in `key_ids` without asking. */
  trusted_minutes: upTo(tokenLimits.trustedMinutes),
  ...bindings,
})

export const rotateTokenBody = z.strictObject({
  /** Hours in which the old one opens as well. */
  overlap_hours: z._default(z.int().check(z.minimum(0), z.maximum(tokenLimits.overlapHours)), 24),
})

/** `secret` is the token itself, shown once: a repeated `Idempotency-Key` answers without it. */
export const madeToken = z.object({ token: accessToken, secret: z.optional(z.string()), ...said })

export const listTokens = endpoint('GET /profile/tokens', {
  summary: 'List your access tokens that are live or expired within 30 days',
  response: z.object({ data: z.array(accessToken) }),
})

export const createToken = endpoint('POST /profile/tokens', {
  summary: 'Create a personal access token. Needs the PIN',
  status: 201,
  idempotent: true,
  body: createTokenBody,
  errors: [
    'tokens.agent_scopes',
    'tokens.for_administrators',
    'tokens.key_unknown',
    'tokens.limit_reached',
    'tokens.network_invalid',
    'tokens.trust_unnamed',
  ],
  response: madeToken,
})

export const rotateToken = endpoint('POST /profile/tokens/{id}/rotate', {
  summary: 'Rotate an access token, keeping permissions and lifetime; the old one ends after the overlap. Needs the PIN',
  status: 201,
  idempotent: true,
  body: rotateTokenBody,
  errors: [
    'tokens.agent_scopes',
    'tokens.ended',
    'tokens.for_administrators',
    'tokens.limit_reached',
    'tokens.not_found',
    'tokens.trust_unnamed',
  ],
  response: madeToken,
})

export const revokeToken = endpoint('DELETE /profile/tokens/{id}', {
  summary: 'Revoke an access token at once',
  errors: ['tokens.not_found'],
})

export const revokeFoundToken = endpoint('POST /oauth/revoke', {
  summary: 'Revoke a token (RFC 7009); unknown tokens get the same answer',
  takesForm: true,
  body: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(500)),
    token_type_hint: z.optional(z.string().check(z.maxLength(100))),
    /** `leaked`: the token was found in a public place. Its owner is notified. */
    reason: z.optional(z.enum(['leaked'])),
  }),
  response: z.object({}),
})
