import { hostname } from 'node:os'
import { join } from 'node:path'
import { createBackupMakerService } from '../admin/backups/backup-maker.service.ts'
import { createBackupsRepository } from '../admin/backups/backups.repository.ts'
import { backupsRoutes } from '../admin/backups/backups.routes.ts'
import { createBackupsService, makeBackupJob } from '../admin/backups/backups.service.ts'
import type { SecretPlace } from '../admin/backups/backups.service.ts'
import { createOffSiteService } from '../admin/backups/off-site.service.ts'
import { createDrillService } from '../admin/backups/drill.service.ts'
import { createDrillsRepository } from '../admin/backups/drills.repository.ts'
import { createBackupFiles } from '../platform/backup/backup-files.ts'
import { createOffSite } from '../platform/backup/off-site/off-site.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { rootKeyPlaceIn } from '../platform/crypto/root-key.ts'
import type { RootKeys } from '../platform/crypto/root-key.ts'
import type { Connection, Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import { createNodeIdentity } from '../platform/node-identity.ts'
import type { Transaction } from '../platform/transaction.ts'
import { version } from '../platform/version.ts'

export interface BackupsWiring {
  config: Pick<Config, 'backupPassword' | 'backupRecipients' | 'dataDir' | 'masterKey' | 'offSite'>
  db: Db
  connection: Connection
  rootKey: RootKeys
  transaction: Transaction
  jobs: Pick<Jobs, 'define'>
  clock: Clock
  log: Log
}

/** Backups, wired: made by hand, by a command, and on a schedule. */
export function createBackups({ config, db, connection, rootKey, transaction, jobs, clock, log }: BackupsWiring) {
  const folder = join(config.dataDir, 'backups')
  const files = createBackupFiles({
    connection,
    rootKeys: rootKey,
    password: config.backupPassword,
    recipients: config.backupRecipients,
    folder,
    application: version,
    clock,
    log,
  })
  const offSite = config.offSite && createOffSite({ target: config.offSite, dataDir: config.dataDir, clock })
  const nodeId = createNodeIdentity(config.dataDir).ensure
  const shared = { db, transaction, backups: createBackupsRepository, files, offSite, node: hostname(), nodeId, clock }
  const copies = createOffSiteService({ ...shared, log })
  const drills = createDrillService({ ...shared, findNewestAway: copies.findNewest, drills: createDrillsRepository, log })
  const backups = createBackupsService({ ...shared, findLastDrill: drills.last, secretPlace: secretPlaceOf(config) })
  const backupMaker = createBackupMakerService({ ...shared, service: backups, log })
  jobs.define<{ id: string }>({
    name: makeBackupJob,
    expireInSeconds: 12 * 60 * 60,
    run: async ({ id }, { signal }) => {
      await backupMaker.make(id, signal)
      await copies.send(id, signal)
    },
  })
  jobs.define({ name: 'backups.scheduled', schedule: '*/5 * * * *', run: () => backups.startScheduled() })
  // On whatever node takes it: the one that has the file gets its turn.
  jobs.define({
    name: 'backups.missed',
    schedule: '*/5 * * * *',
    retryLimit: 0,
    expireInSeconds: 12 * 60 * 60,
    run: () => copies.sendMissed(),
  })

  jobs.define({
    name: 'backups.drill',
    schedule: '23 4 * * 0',
    retryLimit: 0,
    expireInSeconds: 12 * 60 * 60,
    run: async () => void (await drills.run()),
  })

  return {
    services: { backups, backupMaker, backupCopies: copies, drills },
    serve: (app: App): void => backupsRoutes(app, { backups, maker: backupMaker }),
    /** Reading back is broken off; a backup that is being made is left to the next node. */
    stop: async () => {
      copies.stop()
      await backupMaker.stop()
    },
  }
}

/** Where the secret that opens backups lies, which an administrator should also keep elsewhere. */
function secretPlaceOf({ backupPassword, masterKey, dataDir }: BackupsWiring['config']): SecretPlace {
  if (backupPassword !== undefined) return { place: 'variable', name: 'BACKUP_PASSWORD' }
  if (masterKey.value !== undefined) return { place: 'variable', name: 'MASTER_KEY' }
  return { place: 'file', name: masterKey.file ?? rootKeyPlaceIn(dataDir) }
}
