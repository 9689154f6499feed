import type { Take } from '@twofold/contract/takes'
import { fail } from '../platform/fail.ts'
import type { Principal } from '../platform/principal.ts'
import { takerOf } from './take-authorization.service.ts'
import type { Answer, TakesServiceDeps } from './takes.service.ts'
import type { TakeDetails } from './take-details.service.ts'

/** Cancels takes, and records whether a code was accepted. */
export function createTakeClosing(deps: TakesServiceDeps, { describe, findOwn }: TakeDetails) {
  const takes = deps.takes(deps.db)
  const wrap = (take: Take, now: Date): Answer => ({ take, server_time: now.toISOString() })

  return {
    async cancel(principal: Principal, id: string): Promise<Answer> {
      const taker = takerOf(principal)
      await findOwn(taker, id)
      await takes.end([id], 'cancelled')
      const row = await findOwn(taker, id)
      if (row.state === 'handed') throw fail('takes.handed')
      deps.waiting.nudge()
      return wrap(describe(row), deps.clock.date())
    },
    async report(principal: Principal, id: string, accepted: boolean): Promise<Answer> {
      const row = await findOwn(takerOf(principal), id)
      if (row.state !== 'handed') throw fail('takes.not_handed')
      await takes.report(id, accepted)
      return wrap(describe({ ...row, accepted }), deps.clock.date())
    },
  }
}
