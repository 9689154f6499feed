import { liveStream } from '@twofold/contract/live'
import { EventStream } from '../platform/http/event-stream.ts'
import { type App, route } from '../platform/http/route.ts'
import type { LiveService } from './live.service.ts'

export function liveRoutes(app: App, live: LiveService): void {
  route(app, liveStream, { role: 'user', limit: 'live', whileClosed: 'open', isPoll: true }, async ({ user }) => {
    const stream = new EventStream()
    const stop = await live.open(user, stream)
    stream.content.once('close', stop)
    return stream
  })
}
