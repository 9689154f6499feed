import { hostname } from 'node:os'
import { join } from 'node:path'
import { createBackupFiles } from '../../platform/backup/backup-files.ts'
import { createOffSite } from '../../platform/backup/off-site/off-site.ts'
import type { Config } from '../../platform/config.ts'
import { rootKeyPlaceIn } from '../../platform/crypto/root-key.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import { createNodeIdentity } from '../../platform/node-identity.ts'
import { defineNoun, type OffersOf } from '../../platform/ground/define-noun.ts'
import type { HashCost } from '../../platform/password-hash.ts'
import { createBackupMakerService } from './backup-maker.service.ts'
import { createBackupsRepository } from './backups.repository.ts'
import { backupsRoutes } from './backups.routes.ts'
import { createBackupsService, type SecretPlace } from './backups.service.ts'
import { makeBackupJob } from './backup-jobs.service.ts'
import { createDrillService } from './drill.service.ts'
import { createDrillsRepository } from './drills.repository.ts'
import { createOffSiteService } from './off-site.service.ts'
import { backupMetrics, drillMetrics } from './metrics.repository.ts'
import { backupCheck } from './backup-check.repository.ts'

interface Needs {
  /** Tests derive keys from passwords cheaply. */
  cost: { password: HashCost }
}

const longestRun = { expireInSeconds: 12 * 60 * 60 }

/** Backups: made by hand, by a command and on a schedule, copied off the machine, and restored for a trial. */
export const backups = defineNoun({
  name: 'admin/backups',
  owns: ['backup_downloads', 'backup_drills', 'backups', 'finished_drills', 'listed_backups'],
  metrics: [backupMetrics, drillMetrics],
  build(ground: Ground, needs: Needs) {
    const { service, copies, drills, maker } = createServices(ground, needs)
    return {
      offers: { backups: service, backupMaker: maker, backupCopies: copies, drills },
      routes: (app) => backupsRoutes(app, { backups: service, maker }),
      jobs: [
        {
          name: makeBackupJob,
          ...longestRun,
          run: async ({ id }: { id: string }, { signal }) => {
            await maker.make(id, signal)
            await copies.send(id, signal)
          },
        },
        { name: 'backups.scheduled', schedule: '*/5 * * * *', run: () => service.startScheduled() },
        // Any node may take it: the one with the file gets its turn.
        { name: 'backups.missed', schedule: '*/5 * * * *', retryLimit: 0, ...longestRun, run: () => copies.sendMissed() },
        { name: 'backups.drill', schedule: '23 4 * * 0', retryLimit: 0, ...longestRun, run: async () => void (await drills.run()) },
      ],
      events: 'none',
      hears: 'none',
      deletion: { forgets: ['backups'] },
      // Backups go with their files, once the next one is there.
      retention: () => createBackupsRepository(ground.db).removable(ground.clock.date()),
      health: [backupCheck(ground.config.offSite !== undefined)],
      running: {
        /** Reading back is broken off; a backup that is being made is left to the next node. */
        breakOff() {
          copies.stop()
          return maker.stop()
        },
      },
    }
  },
})

export type Backups = OffersOf<typeof backups>

function createServices(ground: Ground, { cost }: Needs) {
  const { config, clock } = ground
  const files = createBackupFiles({
    ...ground,
    rootKeys: ground.rootKey,
    password: config.backupPassword,
    cost: cost.password,
    recipients: config.backupRecipients,
    folder: join(config.dataDir, 'backups'),
    application: ground.version,
  })
  const offSite = config.offSite && createOffSite({ target: config.offSite, dataDir: config.dataDir, clock })
  const nodeId = createNodeIdentity(config.dataDir).ensure
  const shared = { ...ground, backups: createBackupsRepository, files, offSite, node: hostname(), nodeId }
  const copies = createOffSiteService(shared)
  const drills = createDrillService({ ...shared, findNewestAway: copies.findNewest, drills: createDrillsRepository })
  const service = createBackupsService({ ...shared, findLastDrill: drills.last, secretPlace: secretPlaceOf(config) })
  return { service, copies, drills, maker: createBackupMakerService({ ...shared, service }) }
}

/** Location of the secret that opens backups. An administrator should keep a copy elsewhere. */
function secretPlaceOf({ backupPassword, masterKey, dataDir }: Config): SecretPlace {
  if (backupPassword !== undefined) return { place: 'variable', name: 'BACKUP_PASSWORD' }
  if (masterKey.value !== undefined) return { place: 'variable', name: 'MASTER_KEY' }
  return { place: 'file', name: masterKey.file ?? rootKeyPlaceIn(dataDir) }
}
