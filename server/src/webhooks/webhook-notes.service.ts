import type { Wording } from '@twofold/contract/said'
import { fail } from '../platform/fail.ts'
import { HostRefusedError } from '../platform/outbound/pinned-host.ts'
import type { Tx } from '../platform/transaction.ts'
import { hostOfUrl, mayUsePort } from './reachable.ts'
import type { WebhooksDeps } from './webhooks.service.ts'

/** What a change of an endpoint requires, and who hears of it. */
export function createWebhookNotes(deps: WebhooksDeps) {
  /** Said on the field, while somebody is there to read it. Each try checks again. */
  async function requireReachable(url: string): Promise<void> {
    const refuse = (message: string) => fail('request.invalid', { errors: { url: [message] } })
    if (!mayUsePort(url, deps.isListed)) throw refuse(`Port ${new URL(url).port} is used only for hosts that OUTBOUND_ALLOW lists.`)
    await deps.hosts.addressesOf(hostOfUrl(url)).catch((error: unknown) => {
      if (error instanceof HostRefusedError) throw refuse(error.message)
      // The name may be unknown only for now.
    })
  }

  async function notify(tx: Tx, about: Wording): Promise<void> {
    await tx.emit('admin.system.alert', {
      data: {
        'alert.type': 'webhooks',
        'alert.message': [about],
        'alert.severity': 'info',
        'alert.time': deps.clock.date().toISOString(),
      },
    })
  }

  return { requireReachable, notify }
}
