import type { DeliveryService } from '../delivery/delivery.service.ts'

/** Claims up to `limit` e-mails of each stream, and waits until they are delivered. Answers how many it took. */
export async function deliverDue(delivery: DeliveryService, limit: number): Promise<number> {
  const plan = await delivery.plan()
  const taken = await Promise.all(delivery.streamsOf(plan).map((stream) => delivery.deliver(plan, stream, limit)))
  await delivery.settled()
  return taken.reduce((sum, count) => sum + count, 0)
}
