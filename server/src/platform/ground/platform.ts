import { createKeyringsRepository } from '../crypto/keyrings.repository.ts'
import { rewrapAll } from '../crypto/rotate-keys.ts'
import { lookAtMonths, makeMonths } from '../months.ts'
import type { Ground } from './ground.ts'
import { defineNoun } from './define-noun.ts'
import { monthMetrics, nodeMetrics } from './measured-metrics.ts'
import * as platformMetrics from '../metrics/platform-metrics.ts'
import { platformChecks } from './platform-checks.ts'

/** The tables and jobs of the ground itself, declared like a noun. */
export const platform = defineNoun({
  name: 'platform',
  owns: [
    'audit_beginnings',
    'audit_chain',
    'audit_checkpoints',
    'audit_log',
    'audit_verifications',
    'audit_waiting',
    'data_keys',
    'idempotency_keys',
    'installation_settings',
    'key_rotations',
    'keyrings',
    'nodes',
    'rate_limits',
    'restorations',
  ],
  metrics: [nodeMetrics, monthMetrics, ...Object.values(platformMetrics)],
  build({ auditChain, clock, db, jobs, keeper, log, nodes, backgroundDb, retention, rootKey, tracer }: Ground) {
    const makeMonthsAhead = () => makeMonths(backgroundDb, clock.date(), log)
    return {
      offers: {},
      routes: 'none',
      jobs: [
        {
          step: 'months ahead',
          async run() {
            await makeMonthsAhead()
            await lookAtMonths(backgroundDb)
          },
        },
        { name: 'audit.checkpoint', schedule: '*/5 * * * *', retryLimit: 0, run: async () => void (await auditChain.checkpoint()) },
        { name: 'audit.verify', schedule: '47 3 * * *', expireInSeconds: 3600, run: async () => void (await auditChain.verify()) },
        // Re-wraps keyrings that an earlier version wrapped in another way.
        { name: 'keyrings.rewrap', schedule: '27 * * * *', run: () => rewrapAll(createKeyringsRepository(db), rootKey) },
      ],
      events: 'none',
      hears: 'none',
      deletion: { goes: ['data_keys', 'idempotency_keys'], forgets: ['installation_settings'] },
      retention: () => [...auditChain.removable(), ...nodes.removable()],
      health: platformChecks(db),
      running: {
        async start({ work }) {
          // Without them writes make their month themselves.
          await makeMonthsAhead().catch((error: unknown) => log.error({ err: error }, 'the months ahead could not be made'))
          await jobs.start({ work })
          if (work) auditChain.start()
        },
        breakOff() {
          keeper.close()
          return auditChain.stop()
        },
        finish: () => Promise.all([retention.stop(), nodes.leave()]),
        release: () => Promise.all([backgroundDb.destroy(), tracer?.stop()]),
      },
    }
  },
})
