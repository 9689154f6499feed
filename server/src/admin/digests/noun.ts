import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun } from '../../platform/ground/define-noun.ts'
import { createDigestsRepository } from './digests.repository.ts'
import { createDigestsService } from './digests.service.ts'

/** E-mail summaries, every Monday and on the first of the month. */
export const digests = defineNoun({
  name: 'admin/digests',
  owns: ['digests'],
  metrics: 'none',
  build(ground: Ground) {
    const service = createDigestsService({ ...ground, digests: createDigestsRepository })
    return {
      offers: { digests: service },
      routes: 'none',
      jobs: [{ name: 'digests', schedule: '*/5 * * * *', batchSize: 1, expireInSeconds: 3600, run: () => service.sendDue() }],
      events: 'none',
      hears: 'none',
      deletion: 'none',
      retention: 'none',
      health: 'none',
      running: 'none',
    }
  },
})
