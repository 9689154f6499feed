import { sentence } from '@twofold/contract/sentences/sentences'
import { webhookLimits } from '@twofold/contract/webhooks'
import { alertAdministrators } from '../platform/alert-administrators.ts'
import type { SendingDeps } from './sending.service.ts'

/** Endpoints that failed for too long. */
export function createDisabling(deps: SendingDeps) {
  /** Notifies every administrator that an endpoint was disabled. */
  async function disable(endpointId: string, because: 'gone' | 'failing'): Promise<void> {
    await deps.transaction(async (tx) => {
      const endpoint = await deps.deliveries(tx.db).disable(endpointId, because)
      if (endpoint === undefined) return
      const { name } = endpoint
      const about = sentence(because === 'gone' ? 'webhook.told_gone' : 'webhook.told_failing', { name, days: webhookLimits.failingDays })
      await alertAdministrators(tx, { type: 'webhooks', message: [about], severity: 'warning', time: deps.clock.date() })
    })
  }

  return { disable }
}
