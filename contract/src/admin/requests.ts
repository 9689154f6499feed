import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf } from '../paging.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { said, wordings } from '../said.ts'

const endpoint = taggedEndpoint('Requests')

/** Acts that a second administrator agrees to first. */
export const requestAct = z.enum([
  'change_address',
  'set_password',
  'set_pin',
  'remove_factors',
  'create_administrator',
  'promote',
  'demote',
  'activate_administrator',
  'deactivate_administrator',
  'deactivate_user',
  'restore_administrator',
  'delete_user',
  'bulk',
  'hand_over',
  'loosen_rules',
  'add_issuer',
])
export type RequestAct = z.infer<typeof requestAct>

/** Acts after which the affected accounts are closed for the waiting time. */
export const closingActs: readonly RequestAct[] = ['change_address', 'set_password', 'set_pin', 'remove_factors', 'restore_administrator']

/** Deletions that can be undone for `restorableDays`. */
export const isDeletion = ({ act, detail }: { act: RequestAct; detail: Record<string, string> }): boolean =>
  act === 'delete_user' || detail['action'] === 'delete'

/** `approved`, `running`: it is being carried out. `interrupted`: an act on many that was cut off midway. `stopped`: by the person concerned. */
export const requestState = z.enum([
  'waiting',
  'approved',
  'running',
  'interrupted',
  'carried_out',
  'failed',
  'refused',
  'withdrawn',
  'stopped',
  'expired',
])
export type RequestState = z.infer<typeof requestState>

/** Counts of what the act affects. */
export const requestImpact = z.object({
  users: z.number(),
  keys: z.number(),
  /** Keys of theirs that others use, and those others. */
  shared_keys: z.number(),
  people: z.number(),
  sessions: z.number(),
})
export type RequestImpact = z.infer<typeof requestImpact>

/** Counts whose changes since the request are reported. Sessions change all the time. */
export const changingFacts = ['users', 'keys', 'shared_keys', 'people'] as const satisfies readonly (keyof RequestImpact)[]

/** The first three names of what the numbers count, and of who may approve; everybody affected by a bulk act. */
export const requestNames = z.object({
  users: z.array(z.object({ name: z.string(), email: z.string() })),
  keys: z.array(z.string()),
  people: z.array(z.string()),
  approvers: z.array(z.string()),
})
export type RequestNames = z.infer<typeof requestNames>

/** Reason why somebody cannot approve a request. `closed`: secrets of their account are closed for a time. */
export const approvalRefusal = z.enum(['own', 'subject', 'made_by_asker', 'closed', 'no_factor'])
export type ApprovalRefusal = z.infer<typeof approvalRefusal>

export const request = z.object({
  id: z.string(),
  act: requestAct,
  what: z.string(),
  said: z.object({ what: wordings, outcome: wordings }),
  state: requestState,
  asker: z.object({ id: z.nullable(z.string()), name: z.string() }),
  subject: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
  reason: z.string(),
  /** Never a secret, and all else that decides who can see or receive something: addresses, thumbprints of keys, the action of a bulk act. */
  detail: z.record(z.string(), z.string()),
  /** Counted when it was asked. */
  impact: requestImpact,
  created_at: z.string(),
  /** Time at which it is carried out unless somebody stops it; null: only after an approval. */
  runs_at: z.nullable(z.string()),
  expires_at: z.string(),
  decided_at: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  /** Reason of a refusal, or the outcome. */
  outcome: z.string(),
})
export type Request = z.infer<typeof request>

const reasonField = z.string().check(z.trim(), z.minLength(1), z.maxLength(500), z.refine(hasNoControlCharacters))

export const requestList = z.enum(['waiting', 'decided', 'expired'])
export type RequestList = z.infer<typeof requestList>

/** Answer of a call, with status 202, if its act waits. */
export const waitingAnswer = z.object({ ...said, request: z.object({ id: z.string() }) })

export const listRequests = endpoint('GET /admin/requests', {
  summary: 'List pending, decided and expired requests, newest first',
  query: z.strictObject({ list: z._default(requestList, 'waiting'), page: pageField }),
  response: pageOf(request),
})

export const getRequest = endpoint('GET /admin/requests/{id}', {
  summary: 'Get a request, what it would affect now, and whether you may approve it',
  errors: ['requests.not_found'],
  response: z.object({
    request,
    /** Null once it is decided. */
    impact_now: z.nullable(requestImpact),
    names: z.nullable(requestNames),
    /** End of the closure or of the restorable period, if the request runs when due, or else now. */
    closed_until: z.nullable(z.string()),
    restorable_until: z.nullable(z.string()),
    /** For an interrupted bulk action, the reason why the reader cannot resume it. */
    cannot_approve: z.nullable(approvalRefusal),
    /** End of the closure of the reader's account if that is the reason. */
    cannot_approve_until: z.nullable(z.string()),
    is_own: z.boolean(),
  }),
})

const changedRequest = z.object({ ...said, request })

export const approveRequest = endpoint('POST /admin/requests/{id}/approve', {
  summary: 'Approve another administrator’s request, which carries it out. Needs the PIN and the second factor',
  /** The impact that the approver saw; omitted: the one at the time of the request. Refused if it has changed. */
  body: z.strictObject({ seen: z.optional(requestImpact) }),
  errors: [
    'auth.no_longer_administrator',
    'keys.codes_closed',
    'keys.secrets_closed',
    'requests.asker_gone',
    'requests.changed',
    'requests.decided',
    'requests.expired',
    'requests.made_by_asker',
    'requests.no_factor',
    'requests.not_found',
    'requests.own',
    'requests.subject',
    'users.nothing_selected',
  ],
  response: changedRequest,
})

export const refuseRequest = endpoint('POST /admin/requests/{id}/refuse', {
  summary: 'Deny another administrator’s request, with a reason',
  body: z.strictObject({ reason: reasonField }),
  errors: ['auth.no_longer_administrator', 'requests.decided', 'requests.expired', 'requests.not_found', 'requests.own'],
  response: changedRequest,
})

export const withdrawRequest = endpoint('POST /admin/requests/{id}/withdraw', {
  summary: 'Withdraw your own request',
  errors: ['requests.decided', 'requests.expired', 'requests.not_found', 'requests.not_own'],
  response: changedRequest,
})

export const resumeRequest = endpoint('POST /admin/requests/{id}/resume', {
  summary: 'Resume an approved bulk action that was interrupted',
  errors: [
    'auth.no_longer_administrator',
    'keys.codes_closed',
    'keys.secrets_closed',
    'requests.asker_gone',
    'requests.decided',
    'requests.not_found',
    'requests.not_interrupted',
    'users.nothing_selected',
  ],
  response: changedRequest,
})

export const endRequest = endpoint('POST /admin/requests/{id}/end', {
  errors: ['auth.no_longer_administrator', 'requests.not_found', 'requests.not_interrupted'],
  summary: 'Close an interrupted bulk action as it is',
  response: changedRequest,
})

export const explainRequest = endpoint('PUT /admin/requests/{id}/reason', {
  summary: 'Add a reason to your own request',
  body: z.strictObject({ reason: reasonField }),
  errors: ['requests.decided', 'requests.expired', 'requests.not_found', 'requests.not_own'],
  response: changedRequest,
})

/** Requests about the person who asks for the list. */
export const listOwnRequests = endpoint('GET /profile/requests', {
  summary: 'List pending requests of administrators that concern your account',
  /** `acts_alone`: an administrator of this installation needs no approval. */
  response: z.object({ data: z.array(request), acts_alone: z.boolean() }),
})

export const stopRequest = endpoint('POST /profile/requests/{id}/stop', {
  summary: 'Object to a request that concerns your account; it is then never carried out',
  errors: ['requests.decided', 'requests.expired', 'requests.not_found'],
  response: changedRequest,
})
