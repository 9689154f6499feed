import { bulkMost } from '@twofold/contract/admin/users'
import type { RequestAct } from '@twofold/contract/admin/requests'
import { githubIssuer } from '@twofold/contract/workload'
import type { CallerParts, WaitingAct } from '../platform/approval.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { RequestsRepository, Target } from './requests.repository.ts'

/** Settings that loosened would leave people less protected. */
export type ProtectingRules = Pick<
  Policy,
  'sign_up' | 'email_verification' | 'second_factor' | 'second_factor_grace_days' | 'quarantine_days'
>

/** People whose accounts an administrator may end within a day without a second one, in one act or in many. */
const mostAtOnce = 10

const day = 24 * 60 * 60 * 1000

type Asked = Omit<WaitingAct, 'parts' | 'sameAs' | 'act'> & { act: RequestAct; parts?: CallerParts }

interface Question {
  params: { id: string }
  body: Record<string, unknown>
  parts: CallerParts
  userId: string
  now: number
  policy: ProtectingRules
  /** What settings are that are put back to their default. */
  defaults: ProtectingRules
  facts: RequestsRepository
  idsMatching: (filters: object) => Promise<string[]>
}

type Judge = (question: Question) => Promise<Asked | undefined>

/** Asked last, when nothing else makes the act wait: each person is counted, so that many small acts are one large one. */
const mayEndAtOnce = ({ facts, userId, now }: Question, people: number) =>
  facts.takeEndings(userId, people, { most: mostAtOnce, since: new Date(now - day), now: new Date(now) })

const asked = (act: RequestAct, target: Target, rest: { reason?: unknown; detail?: Record<string, string> } = {}): Asked => ({
  act,
  subject: { id: target.id, name: target.name },
  reason: typeof rest.reason === 'string' ? rest.reason : '',
  detail: rest.detail ?? {},
  about: [target.id],
})

/** An account without a key has nothing that somebody else could reach in it, unless it administrates. */
const handOn =
  (act: RequestAct, detail: (target: Target, body: Question['body']) => Record<string, string> | undefined = () => ({})): Judge =>
  async ({ params, body, userId, facts }) => {
    const target = await facts.findTarget(params.id)
    if (target === undefined || target.id === userId) return undefined
    const said = detail(target, body)
    if (said === undefined || !(target.role === 'admin' || target.has_had_key)) return undefined
    return asked(act, target, { detail: said })
  }

const changeOfRole: Judge = async ({ params, body, userId, facts }) => {
  const target = await facts.findTarget(params.id)
  if (target === undefined || target.id === userId || target.role === body['role']) return undefined
  return asked(body['role'] === 'admin' ? 'promote' : 'demote', target)
}

const changeOfStatus: Judge = async (question) => {
  const { params, body, userId, facts } = question
  const target = await facts.findTarget(params.id)
  if (target === undefined || target.id === userId || target.is_active === body['is_active']) return undefined
  if (target.role !== 'admin') {
    const isFree = body['is_active'] === true || (await mayEndAtOnce(question, 1))
    return isFree ? undefined : asked('deactivate_user', target, { reason: body['reason'] })
  }
  return asked(body['is_active'] === true ? 'activate_administrator' : 'deactivate_administrator', target, { reason: body['reason'] })
}

const deletion: Judge = async (question) => {
  const { params, userId, facts } = question
  const target = await facts.findTarget(params.id)
  if (target === undefined || target.id === userId) return undefined
  if (!(target.role === 'admin' || target.has_shared_keys) && (await mayEndAtOnce(question, 1))) return undefined
  return asked('delete_user', target)
}

const restoration: Judge = async ({ params, facts }) => {
  const target = await facts.findTarget(params.id, { deleted: true })
  return target?.role === 'admin' ? asked('restore_administrator', target) : undefined
}

/** Whoever is chosen stays chosen: a filter is answered when it is asked, so that approval means the people that were counted. */
const bulk: Judge = async (question) => {
  const { parts, facts, idsMatching } = question
  const { matching, ...body } = question.body
  const action = String(body['action'])
  if (action === 'revoke_sessions' || (matching === undefined) === (body['ids'] === undefined)) return undefined
  const ids = Array.isArray(body['ids']) ? (body['ids'] as string[]) : await idsMatching(matching as object)
  // Too many at once is what the call itself refuses.
  if (ids.length > bulkMost) return undefined
  const weighty = await facts.judgeMany(ids)
  const waits = {
    activate: weighty.administrators > 0,
    deactivate: weighty.administrators > 0,
    delete: weighty.administrators > 0 || weighty.with_shared_keys > 0,
    promote: true,
    demote: weighty.administrators > 0,
  }[action]
  const ends = action === 'deactivate' || action === 'delete'
  if (waits !== true && (!ends || (await mayEndAtOnce(question, new Set(ids).size)))) return undefined
  return {
    act: 'bulk',
    subject: undefined,
    reason: reasonOf(body),
    detail: { action, people: String(ids.length) },
    parts: { ...parts, body: { ...body, ids } },
    about: ids,
  }
}

/** Settings that protect people, and which of two values protects them less. */
const isLooser: { [Name in keyof ProtectingRules]: (now: ProtectingRules[Name], then: unknown) => boolean } = {
  sign_up: (now, then) => now !== 'open' && then === 'open',
  email_verification: (now, then) => proofs.indexOf(String(then)) < proofs.indexOf(now),
  second_factor: (now, then) => strictness.indexOf(String(then)) < strictness.indexOf(now),
  second_factor_grace_days: (now, then) => Number(then) > now,
  quarantine_days: (now, then) => Number(then) < now,
}
const strictness = ['optional', 'encouraged', 'admins', 'all']
const proofs = ['off', 'auto', 'required']

/** What of the settings in `body` is looser than it is now. Null puts a setting back to its default. */
function findLoosened(now: ProtectingRules, defaults: ProtectingRules, body: Question['body']): Record<string, string> {
  const names = Object.keys(isLooser) as (keyof ProtectingRules)[]
  const asked = names.filter((name) => body[name] !== undefined).map((name) => [name, body[name] ?? defaults[name]] as const)
  const looser = asked.filter(([name, then]) => (isLooser[name] as (now: unknown, then: unknown) => boolean)(now[name], then))
  return Object.fromEntries(looser.map(([name, then]) => [name, String(then as string | number)]))
}

const reasonOf = (body: Question['body']) => (typeof body['reason'] === 'string' ? body['reason'] : '')

/** Acts that become requests (docs/decisions/0103), by their call. The judge says of each whether it has to wait. */
export const acts: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  // Whoever signs for an issuer decides which runs there are.
  [
    'POST /admin/workload/issuers',
    async ({ body }) => {
      const detail = { name: String(body['name']), issuer: typeof body['issuer'] === 'string' ? body['issuer'] : githubIssuer }
      return { act: 'add_issuer', subject: undefined, reason: '', detail, about: [] }
    },
  ],
  [
    'PATCH /admin/users/{id}',
    handOn('change_address', (target, { email }) => (email === target.email ? undefined : { from: target.email, to: String(email) })),
  ],
  ['POST /admin/users/{id}/reset-password', handOn('set_password')],
  ['POST /admin/users/{id}/reset-pin', handOn('set_pin')],
  ['DELETE /admin/users/{id}/factors', handOn('remove_factors')],
  ['PUT /admin/users/{id}/role', changeOfRole],
  ['PUT /admin/users/{id}/status', changeOfStatus],
  ['DELETE /admin/users/{id}', deletion],
  ['POST /admin/users/{id}/restore', restoration],
  [
    'POST /admin/users',
    async ({ body }) =>
      body['role'] === 'admin'
        ? {
            act: 'create_administrator',
            subject: undefined,
            reason: '',
            detail: { name: String(body['name']), to: String(body['email']) },
            about: [],
          }
        : undefined,
  ],
  ['POST /admin/users/bulk', bulk],
  [
    'POST /admin/users/{id}/leaver/hand-over',
    async ({ params, body, facts }) => {
      const target = await facts.findTarget(params.id)
      const to = await facts.findTarget(String(body['to']))
      return target && to ? asked('hand_over', target, { detail: { to: to.name } }) : undefined
    },
  ],
  [
    'PUT /admin/settings',
    async ({ body, policy, defaults }) => {
      const detail = findLoosened(policy, defaults, body)
      return Object.keys(detail).length > 0 ? { act: 'loosen_rules', subject: undefined, reason: '', detail, about: [] } : undefined
    },
  ],
])

/** Acts of administrators that happen at once, whoever else there is. A call on no list waits, and fails weighty-acts.test.ts. */
export const atOnce: ReadonlySet<string> = new Set([
  'DELETE /admin/access/questions/{id}',
  'DELETE /admin/audit/streams/{id}',
  'DELETE /admin/backups/{id}',
  'DELETE /admin/email/config/{id}',
  'DELETE /admin/email/event-mappings/{id}',
  'DELETE /admin/email/suppressions/{id}',
  'DELETE /admin/email/templates/{id}',
  'DELETE /admin/email/templates/{id}/translations/{language}',
  'DELETE /admin/email/themes/{slug}',
  'DELETE /admin/workload/issuers/{id}',
  'POST /admin/programs/accounts/{id}/suspend',
  'POST /admin/programs/accounts/{id}/resume',
  'POST /admin/webhooks',
  'PUT /admin/webhooks/{id}',
  'DELETE /admin/webhooks/{id}',
  'POST /admin/webhooks/{id}/rotate',
  'POST /admin/webhooks/{id}/test',
  'POST /admin/webhooks/{id}/deliveries/{delivery_id}/resend',
  'PATCH /admin/access/questions/{id}',
  'PATCH /admin/email/event-mappings/{id}',
  'PATCH /admin/email/event-mappings/{id}/toggle',
  'PATCH /admin/email/templates/{id}',
  'PATCH /admin/email/templates/{id}/field',
  'POST /admin/access/questions',
  'POST /admin/audit/streams',
  'POST /admin/audit/streams/{id}/retry',
  'POST /admin/backups',
  'POST /admin/backups/{id}/download',
  'POST /admin/backups/{id}/verify',
  'POST /admin/cleanup',
  'POST /admin/email/config',
  'POST /admin/email/config/test',
  'POST /admin/email/event-mappings',
  'POST /admin/email/event-mappings/{id}/test',
  'POST /admin/email/events/{id}/test',
  'POST /admin/email/explain',
  'POST /admin/email/held/discard',
  'POST /admin/email/held/release',
  'POST /admin/email/logs/export',
  'POST /admin/email/logs/{id}/resend',
  'POST /admin/email/logs/{id}/resolve',
  'POST /admin/email/settings/apply-theme',
  'POST /admin/email/settings/apply-theme/{id}/undo',
  'POST /admin/email/suppressions',
  'POST /admin/email/templates',
  'POST /admin/email/templates/check',
  'POST /admin/email/templates/preview',
  'POST /admin/email/templates/{id}/apply-theme',
  'POST /admin/email/templates/{id}/duplicate',
  'POST /admin/email/templates/{id}/preview',
  'POST /admin/email/templates/{id}/test',
  'POST /admin/email/templates/{id}/versions/{number}/restore',
  'POST /admin/email/themes',
  'POST /admin/email/themes/initialize-system',
  'POST /admin/email/themes/preview',
  'POST /admin/email/themes/{slug}/duplicate',
  'POST /admin/email/themes/{slug}/preview',
  'POST /admin/notifications/mark-all-read',
  'POST /admin/requests/{id}/resume',
  'POST /admin/requests/{id}/end',
  'POST /admin/requests/{id}/refuse',
  'POST /admin/requests/{id}/withdraw',
  'POST /admin/reviews',
  'POST /admin/reviews/{id}/remind',
  'POST /admin/reviews/{id}/withdraw',
  'POST /admin/settings/impact',
  'POST /admin/system/jobs/retry',
  'POST /admin/system/jobs/{id}/retry',
  'POST /admin/system/maintenance',
  'POST /admin/system/maintenance/{id}/end',
  'POST /admin/system/releases/check',
  'POST /admin/system/security-notice',
  'POST /admin/users/impact',
  'POST /admin/users/invite',
  'POST /admin/users/{id}/leaver',
  'POST /admin/backups/secret-saved',
  'POST /admin/users/{id}/leaver/impact',
  'POST /admin/users/{id}/leaver/let-go',
  'POST /admin/users/{id}/leaver/renewed',
  'POST /admin/users/{id}/reset-link',
  'POST /admin/users/{id}/revoke-sessions',
  'POST /admin/users/{id}/unlock',
  'POST /admin/users/{id}/verify',
  'PUT /admin/audit/streams/{id}',
  'PUT /admin/backups/schedule',
  'PUT /admin/email/config/{id}',
  'PUT /admin/email/event-mappings/{id}',
  'PUT /admin/email/settings',
  'PUT /admin/email/templates/{id}',
  'PUT /admin/email/templates/{id}/translations/{language}',
  'PUT /admin/email/themes/{slug}',
  'PUT /admin/requests/{id}/reason',
])

/**
 * Acts by which a second administrator agrees to what somebody else has done or wants to do. They happen at once, and each takes the PIN and the
 * second factor, shown in this session a moment ago.
 */
export const agreements: ReadonlySet<string> = new Set([
  'POST /admin/mail-path/approve',
  'POST /admin/requests/{id}/approve',
  'POST /admin/users/{id}/release',
])

export const unlisted: Judge = async () => ({ act: 'unlisted', subject: undefined, reason: '', detail: {}, about: [] })
