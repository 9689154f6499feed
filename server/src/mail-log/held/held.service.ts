import type { listHeldMail } from '@twofold/contract/mail-log/held'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { speak } from '../../platform/spoken.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import { paged } from '../../platform/paging.ts'
import type { HeldChoice, HeldMailService } from '../../mail-delivery/delivery/sent-mail.service.ts'

/** Unsent e-mail restored from a backup: most of it was sent since, so people decide. */
export function createHeldService(deps: ServiceDeps & { held: HeldMailService }) {
  return {
    async list(page: number): Promise<CallResponse<typeof listHeldMail>> {
      const asOf = deps.clock.date().toISOString()
      const [rows, { total, with_void_link }] = await Promise.all([
        deps.held.list(deps.db, defaultPageSize, (page - 1) * defaultPageSize),
        deps.held.count(deps.db),
      ])
      const mails = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
      return { mails: paged(mails, { page, perPage: defaultPageSize, total }), with_void_link, as_of: asOf }
    },

    /** Answers how many go out now. */
    async release(which: HeldChoice): Promise<number> {
      return deps.transaction(async (tx) => {
        const count = await deps.held.release(tx.db, which, deps.clock.date())
        await tx.audit({ action: 'email.held_released', target: { kind: 'mail' }, after: { mails: count } })
        return count
      })
    },

    async discard(which: HeldChoice): Promise<number> {
      return deps.transaction(async (tx) => {
        const count = await deps.held.discard(tx.db, which, deps.clock.date(), speak('delivery.discarded'))
        await tx.audit({ action: 'email.held_discarded', target: { kind: 'mail' }, after: { mails: count } })
        return count
      })
    },
  }
}

export type HeldService = ReturnType<typeof createHeldService>
