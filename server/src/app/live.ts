import { createLiveRepository } from '../live/live.repository.ts'
import { liveRoutes } from '../live/live.routes.ts'
import { createLiveService, type LiveServiceDeps } from '../live/live.service.ts'
import type { Connection } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import { listen } from '../platform/listen.ts'
import type { Log } from '../platform/log.ts'

/** The streams of open pages, wired. */
export function createLive(deps: Pick<LiveServiceDeps, 'db' | 'sessions' | 'clock'> & { connection: Connection; log: Log }) {
  const { connection, ...shared } = deps
  const service = createLiveService({
    ...shared,
    live: createLiveRepository,
    listen: (heard) => listen({ connection, channel: 'twofold_live', log: deps.log, ...heard }),
  })
  return { service, serve: (app: App) => liveRoutes(app, service) }
}
