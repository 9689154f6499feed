import { actOn } from '../../platform/approval.ts'
import type { Judge } from '../../platform/approval.ts'

/** Keys of somebody who left go to somebody else only if a second administrator agrees. */
export const handOver: Judge = async ({ params, body, facts }) => {
  const target = await facts.findTarget(params.id)
  const to = await facts.findTarget(String(body['to']))
  return target && to ? actOn('hand_over', target, { detail: { to: to.name } }) : undefined
}
