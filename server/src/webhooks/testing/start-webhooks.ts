import { addWebhook, type WebhookEvent } from '@twofold/contract/webhooks'
import { onTestFinished } from 'vitest'
import { type SinkAnswer, startHttpsSink } from '../../platform/testing/https-sink.ts'
import { startOffice } from '../../testing/start-office.ts'
import type { TestAppOptions } from '../../testing/start-test-app.ts'

/** An application whose webhooks may go to this machine, with an administrator and a receiver that answers what `receiver.answer` says. */
export async function startWebhooks(options: TestAppOptions = {}) {
  const app = await startOffice({ ...options, env: { OUTBOUND_ALLOW: 'localhost', ...options.env } })
  const root = await app.administrator('root@example.org')
  const receiver = { answer: { status: 204, body: '' } as SinkAnswer | Promise<SinkAnswer> }
  const sink = await startHttpsSink(() => receiver.answer)
  onTestFinished(sink.close)
  return {
    ...app,
    app,
    root,
    sink,
    receiver,
    async add(fields: { signature?: 'v1' | 'v1a'; event_types?: WebhookEvent[]; path?: string } = {}) {
      const { path = '/hook', ...rest } = fields
      const body = { name: 'Chat', url: `${sink.origin}${path}`, ca: sink.ca, event_types: ['token.created' as const], ...rest }
      const answer = await root.call(addWebhook, { body })
      if (answer.status !== 201) throw new Error(`The endpoint was not added: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Causes an event that endpoints are notified of. */
    happen: (token_id: string = crypto.randomUUID()) =>
      app.transaction((tx) => tx.publish('token.created', { token_id, owner_id: crypto.randomUUID() })),
    /** Lets so many milliseconds pass, and sends what is due then. */
    async after(milliseconds: number) {
      app.clock.advance(milliseconds)
      await app.webhooks.sendDue()
    },
  }
}
