import { expect } from 'vitest'
import { startWebhooks } from './start-webhooks.ts'

const hour = 60 * 60 * 1000

/** So many events while their endpoint is away for three days. Then it has to get each message once by its id, within the 24 hours of the last retry. */
export async function outlastDeadEndpoint(events: number): Promise<void> {
  const { sink, receiver, add, happen, after } = await startWebhooks()
  await add()
  receiver.answer = { status: 503, body: '' }
  const ids = Array.from({ length: events }, () => crypto.randomUUID())
  for (const id of ids) await happen(id)
  for (let hours = 0; hours < 72; hours += 6) await after(6 * hour)
  receiver.answer = { status: 200, body: '' }
  sink.requests.length = 0
  for (let hours = 0; hours < 30; hours += 6) await after(6 * hour)
  expect(sink.requests.map(({ body }) => (JSON.parse(body) as { data: { token_id: string } }).data.token_id).toSorted()).toEqual(
    ids.toSorted(),
  )
  expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(events)
}
