import type { Ground } from '../platform/ground/ground.ts'
import { listen } from '../platform/listen.ts'
import { defineNoun } from '../platform/ground/define-noun.ts'
import type { Sessions } from '../sessions/noun.ts'
import { createLiveRepository } from './live.repository.ts'
import { liveRoutes } from './live.routes.ts'
import { createLiveService } from './live.service.ts'

/** The streams by which open pages hear what changed. */
export const live = defineNoun({
  name: 'live',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground, { sessions }: Pick<Sessions, 'sessions'>) {
    const { connection, log } = ground
    const service = createLiveService({
      ...ground,
      sessions,
      live: createLiveRepository,
      listen: (heard) => listen({ connection, channel: 'twofold_live', log, ...heard }),
    })
    return {
      offers: { live: service },
      routes: (app) => liveRoutes(app, service),
      jobs: 'none',
      events: 'none',
      hears: 'none',
      deletion: 'none',
      retention: 'none',
      health: 'none',
      running: { leave: service.close },
    }
  },
})
