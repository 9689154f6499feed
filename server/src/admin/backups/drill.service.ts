import { sentence } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import { alertAdministrators } from '../../platform/alert-administrators.ts'
import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import { BackupError } from '../../platform/backup/backup.error.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { Drilled } from '../../platform/backup/drill.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { BackupsRepository } from './backups.repository.ts'
import type { DrillRow, DrillsRepository } from './drills.repository.ts'
import { explainTrouble, wordTrouble } from '../../platform/backup/explain-backup-failure.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Backups among which the newest on this machine is looked for. */
const looked = 50

export interface DrillDeps extends ServiceDeps {
  backups: (db: Db) => Pick<BackupsRepository, 'list'>
  drills: (db: Db) => DrillsRepository
  files: Pick<BackupFiles, 'drill' | 'pathOf' | 'sizeOf'>
  /** The newest copy off the machine. */
  findNewestAway: () => Promise<{ key: string; fileName: string } | undefined>
  offSite: OffSite | undefined
  log: Log
}

interface Candidate {
  name: string
  location: DrillRow['location']
  drill: () => Promise<Drilled>
}

/** Restores the newest backup for a trial: a file that was never restored is a hope, not a backup. */
export function createDrillService(deps: DrillDeps) {
  async function findNewestHere(): Promise<Candidate | undefined> {
    for (const { state, location, file_name: name } of await deps.backups(deps.db).list(looked)) {
      if (state !== 'completed' || location !== 'local' || (await deps.files.sizeOf(name)) === undefined) continue
      return { name, location, drill: () => deps.files.drill(deps.files.pathOf(name)) }
    }
    return undefined
  }

  /** Prefers the off-site copy if there is one: it is what remains if this machine is lost. */
  async function findNewest(): Promise<Candidate | undefined> {
    const { offSite } = deps
    if (offSite === undefined) return findNewestHere()
    try {
      const found = await deps.findNewestAway()
      if (found === undefined) return await findNewestHere()
      return { name: found.fileName, location: 's3', drill: () => offSite.withFile(found.key, deps.files.drill) }
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      return { name: offSite.where, location: 's3', drill: () => Promise.reject(error) }
    }
  }

  return {
    last: (): Promise<DrillRow | undefined> => deps.drills(deps.db).findLast(),

    /** Stores and answers the result; a failure alerts the administrators. Undefined: no backup is accessible. */
    async run(): Promise<DrillRow | undefined> {
      const newest = await findNewest()
      if (newest === undefined) return undefined
      const { name, location } = newest
      const row: DrillRow = {
        id: uuid(),
        file_name: name,
        location,
        started_at: deps.clock.date(),
        finished_at: deps.clock.date(),
        rows: null,
        opened: null,
        error: null,
      }
      try {
        Object.assign(row, await newest.drill())
      } catch (error) {
        deps.log.error({ err: error, backup: name }, 'a backup could not be restored for a trial')
        row.error = explainTrouble(error)
      }
      row.finished_at = deps.clock.date()
      await deps.transaction(async (tx) => {
        await deps.drills(tx.db).put(row)
        await tx.audit({
          action: 'backup.drilled',
          target: { kind: 'backup', name },
          after: { rows: row.rows, opened: row.opened, error: row.error },
        })
        if (row.error === null) return
        const message = [sentence('trouble.drill', { name }), ...wordTrouble(row.error)]
        await alertAdministrators(tx, { type: 'backup', message, severity: 'critical', time: row.finished_at })
      })
      return row
    },
  }
}
