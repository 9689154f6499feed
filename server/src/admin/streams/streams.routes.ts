import { changeStream, createStream, deleteStream, listStreams, retryStream } from '@twofold/contract/admin/streams'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { StreamsService } from './streams.service.ts'
import { say } from '@twofold/contract/sentences/sentences'

export function streamsRoutes(app: App, streams: StreamsService): void {
  route(app, listStreams, { ...byAdmin.evenClosed.read, isPoll: true }, async () => ({ data: await streams.list() }))
  route(
    app,
    createStream,
    { ...byAdmin.evenClosed.atOnce, keep: (answer) => ({ ...answer, signing_secret: null }) },
    async ({ user, body }) => ({
      ...say('stream.added'),
      ...(await streams.create(user, body)),
    }),
  )
  route(app, changeStream, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => ({
    ...say('stream.saved'),
    stream: await streams.change(user, params.id, body),
  }))
  route(app, deleteStream, byAdmin.evenClosed.atOnce, async ({ user, params }) => {
    await streams.remove(user, params.id)
    return say('stream.removed')
  })
  route(app, retryStream, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await streams.retry(params.id)
    return say('stream.tried_again')
  })
}
