import { sentence } from '@twofold/contract/sentences/sentences'
import { webhookLimits } from '@twofold/contract/webhooks'
import { alertAdministrators } from '../platform/alert-administrators.ts'
import type { ClaimedDelivery } from './deliveries.repository.ts'
import type { SendingDeps } from './sending.service.ts'

/** Endpoints that failed for too long. */
export function createDisabling(deps: SendingDeps) {
  /** Notifies every administrator. Leaves an endpoint alone that was changed, or reached, while this message was under way. */
  async function disable(
    { endpoint_id: id, url }: Pick<ClaimedDelivery, 'endpoint_id' | 'url'>,
    because: 'gone' | 'failing',
    failingBefore?: Date,
  ): Promise<void> {
    await deps.transaction(async (tx) => {
      const endpoint = await deps.deliveries(tx.db).disable({ id, url }, because, failingBefore)
      if (endpoint === undefined) return
      const { name } = endpoint
      const about = sentence(because === 'gone' ? 'webhook.told_gone' : 'webhook.told_failing', { name, days: webhookLimits.failingDays })
      await alertAdministrators(tx, { type: 'webhooks', message: [about], severity: 'warning', time: deps.clock.date() })
    })
  }

  return { disable }
}
