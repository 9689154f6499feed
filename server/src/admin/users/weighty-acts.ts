import type { RequestAct } from '@twofold/contract/admin/requests'
import { bulkMost } from '@twofold/contract/admin/users'
import { actOn, type Judge, type Question, type RequestDetail, type Target } from '../../platform/approval.ts'

/* Acts on users that wait for a second administrator (docs/decisions/0103-weighty-acts-wait-for-a-second-administrator.md). */

/** People whose accounts an administrator may end within a day without a second one, in one act or in many. */
const mostAtOnce = 10

const day = 24 * 60 * 60 * 1000

/** Asked last, when nothing else makes the act wait: each person is counted, so that many small acts are one large one. */
const mayEndAtOnce = ({ facts, userId, now }: Question, people: number) =>
  facts.takeEndings(userId, people, { most: mostAtOnce, since: new Date(now - day), now: new Date(now) })

/** An account without a key has nothing that somebody else could reach in it, unless it administrates. */
const handOn =
  (act: RequestAct, detail: (target: Target, body: Question['body']) => RequestDetail | undefined = () => ({})): Judge =>
  async ({ params, body, userId, facts }) => {
    const target = await facts.findTarget(params.id)
    if (target === undefined || target.id === userId) return undefined
    const said = detail(target, body)
    if (said === undefined || !(target.role === 'admin' || target.has_had_key)) return undefined
    return actOn(act, target, { detail: said })
  }

export const changeOfAddress = handOn('change_address', (target, { email, name }) =>
  email === target.email ? undefined : { to: String(email), ...(name !== target.name && { new_name: String(name) }) },
)

export const newPassword = handOn('set_password')

export const newPin = handOn('set_pin')

export const lossOfFactors = handOn('remove_factors')

export const changeOfRole: Judge = async ({ params, body, userId, facts }) => {
  const target = await facts.findTarget(params.id)
  if (target === undefined || target.id === userId || target.role === body['role']) return undefined
  return actOn(body['role'] === 'admin' ? 'promote' : 'demote', target)
}

export const changeOfStatus: Judge = async (question) => {
  const { params, body, userId, facts } = question
  const target = await facts.findTarget(params.id)
  if (target === undefined || target.id === userId || target.is_active === body['is_active']) return undefined
  if (target.role !== 'admin') {
    const isFree = body['is_active'] === true || (await mayEndAtOnce(question, 1))
    return isFree ? undefined : actOn('deactivate_user', target, { reason: body['reason'] })
  }
  return actOn(body['is_active'] === true ? 'activate_administrator' : 'deactivate_administrator', target, { reason: body['reason'] })
}

export const deletion: Judge = async (question) => {
  const { params, userId, facts } = question
  const target = await facts.findTarget(params.id)
  if (target === undefined || target.id === userId) return undefined
  if (!(target.role === 'admin' || target.has_shared_keys) && (await mayEndAtOnce(question, 1))) return undefined
  return actOn('delete_user', target)
}

export const restoration: Judge = async ({ params, body, facts }) => {
  const target = await facts.findTarget(params.id, { deleted: true })
  if (target?.role !== 'admin') return undefined
  return actOn('restore_administrator', target, { detail: typeof body['email'] === 'string' ? { to: body['email'] } : {} })
}

export const creation: Judge = async ({ body }) => {
  const detail = { name: String(body['name']), to: String(body['email']) }
  return body['role'] === 'admin' ? { act: 'create_administrator', subject: undefined, reason: '', detail, about: [] } : undefined
}

/**
 * The selection is fixed: a filter is resolved here, so that an approval covers the people who were counted, and nobody slips into the filter once it
 * was judged that nothing has to wait.
 */
export const actOnMany: Judge = async (question) => {
  const { parts, facts, idsMatching } = question
  const { matching, ...body } = question.body
  const action = String(body['action'])
  if (action === 'revoke_sessions' || (matching === undefined) === (body['ids'] === undefined)) return undefined
  const ids = Array.isArray(body['ids']) ? (body['ids'] as string[]) : await idsMatching(matching as object)
  const fixed = { ...parts, body: { ...body, ids } }
  // The call itself refuses too many at once.
  if (ids.length > bulkMost) return { atOnce: fixed }
  const weighty = await facts.judgeMany(ids)
  const waits = {
    activate: weighty.administrators > 0,
    deactivate: weighty.administrators > 0,
    delete: weighty.administrators > 0 || weighty.with_shared_keys > 0,
    promote: true,
    demote: weighty.administrators > 0,
  }[action]
  const ends = action === 'deactivate' || action === 'delete'
  if (waits !== true && (!ends || (await mayEndAtOnce(question, new Set(ids).size)))) return { atOnce: fixed }
  return {
    act: 'bulk',
    subject: undefined,
    reason: typeof body['reason'] === 'string' ? body['reason'] : '',
    detail: { action, people: String(ids.length) },
    parts: fixed,
    about: ids,
  }
}
