import { changeWebhook, listWebhooks } from '@twofold/contract/webhooks'
import { expect, test } from 'vitest'
import type { SinkAnswer } from '../platform/testing/https-sink.ts'
import { eventually } from '../testing/eventually.ts'
import { startWebhooks } from './testing/start-webhooks.ts'

/* Answers to messages that were under way while something else happened to their endpoint. */

const day = 24 * 60 * 60 * 1000

async function start() {
  const started = await startWebhooks()
  const { root, sink, receiver, happen, after } = started
  return {
    ...started,
    /** Adds one whose messages have failed for so long that the next failure is the last. */
    async addFailing() {
      const { webhook } = await started.add()
      await started.app.db
        .updateTable('webhook_endpoints')
        .set({ failing_since: new Date(started.app.clock.now() - 6 * day) })
        .execute()
      return webhook
    },
    /** Gives it another address. */
    async move(id: string) {
      const body = { name: 'Chat', url: `${sink.origin}/new`, event_types: ['token.created' as const], ca: sink.ca, is_active: true }
      expect((await root.call(changeWebhook, { params: { id }, body })).status).toBe(200)
    },
    /** Sends a message, which is on its way when this resolves; answers how its receiver answers, and waits for what comes of it. */
    async sendHeld() {
      const { promise, resolve } = Promise.withResolvers<SinkAnswer>()
      receiver.answer = promise
      const before = sink.requests.length
      await happen()
      const sent = after(0)
      await eventually(() => expect(sink.requests.length).toBe(before + 1))
      return async (answer: SinkAnswer) => {
        resolve(answer)
        await sent
      }
    },
    isActive: async () => (await root.call(listWebhooks, {})).body.data[0]?.is_active,
  }
}

test.each([410, 500])('an answer %d of an address that the endpoint no longer has does not switch it off', async (status) => {
  const { addFailing, move, sendHeld, isActive } = await start()
  const { id } = await addFailing()
  const end = await sendHeld()
  await move(id)
  await end({ status, body: '' })
  expect(await isActive()).toBe(true)
})

test('another address has its own five days', async () => {
  const { addFailing, move, sendHeld, isActive } = await start()
  await move((await addFailing()).id)
  const end = await sendHeld()
  await end({ status: 500, body: '' })
  expect(await isActive()).toBe(true)
})

test('an endpoint that a message has just reached again is not switched off by one that failed beside it', async () => {
  const { addFailing, sendHeld, isActive } = await start()
  await addFailing()
  const [first, second] = [await sendHeld(), await sendHeld()]
  await first({ status: 204, body: '' })
  await second({ status: 500, body: '' })
  expect(await isActive()).toBe(true)
})
