import { actOn, type Judge } from '../../platform/approval.ts'

/** Keys of somebody who left go to somebody else only if a second administrator agrees, who sees which keys and the new owner. */
export const handOver: Judge = async ({ params, body, facts }) => {
  const target = await facts.findTarget(params.id)
  const to = await facts.findTarget(String(body['to']))
  if (target === undefined || to === undefined) return undefined
  const ids = Array.isArray(body['key_ids']) ? (body['key_ids'] as string[]) : undefined
  const names = await facts.listKeyNames(target.id, ids)
  const keys = ids === undefined ? 'all' : String(new Set(ids).size)
  return actOn('hand_over', target, { detail: { to: to.name, to_email: to.email, keys, key_names: names.join(', ') } })
}
