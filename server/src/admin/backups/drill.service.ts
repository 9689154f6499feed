import { v7 as uuid } from 'uuid'
import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import { BackupError } from '../../platform/backup/backup.error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { BackupsRepository } from './backups.repository.ts'
import type { DrillRow, DrillsRepository } from './drills.repository.ts'

/** Backups among which the newest on this machine is looked for. */
const looked = 50

export interface DrillDeps {
  db: Db
  transaction: Transaction
  backups: (db: Db) => Pick<BackupsRepository, 'list'>
  drills: (db: Db) => DrillsRepository
  files: Pick<BackupFiles, 'drill' | 'sizeOf'>
  clock: Clock
  log: Log
}

/** Restores the newest backup for a trial: a file that was never restored is a hope, not a backup. */
export function createDrillService(deps: DrillDeps) {
  const now = () => new Date(deps.clock.now())

  async function findNewestHere(): Promise<string | undefined> {
    for (const { state, file_name: name } of await deps.backups(deps.db).list(looked)) {
      if (state === 'completed' && (await deps.files.sizeOf(name)) !== undefined) return name
    }
    return undefined
  }

  return {
    last: (): Promise<DrillRow | undefined> => deps.drills(deps.db).findLast(),

    /**
     * Answers what came of it, which is also stored; administrators are alarmed when it failed. Undefined: no backup has its file on this
     * machine.
     */
    async run(): Promise<DrillRow | undefined> {
      const name = await findNewestHere()
      if (name === undefined) return undefined
      const row: DrillRow = {
        id: uuid(),
        file_name: name,
        location: 'local',
        started_at: now(),
        finished_at: now(),
        rows: null,
        opened: null,
        error: null,
      }
      try {
        Object.assign(row, await deps.files.drill(name))
      } catch (error) {
        deps.log.error({ err: error, backup: name }, 'a backup could not be restored for a trial')
        row.error = error instanceof BackupError ? error.message : `It could not be restored: ${(error as Error).message}`
      }
      row.finished_at = now()
      await deps.transaction(async (tx) => {
        await deps.drills(tx.db).put(row)
        await tx.audit({
          action: 'backup.drilled',
          target: { kind: 'backup', name },
          after: { rows: row.rows, opened: row.opened, error: row.error },
        })
        if (row.error === null) return
        const data = { 'alert.type': 'backup', 'alert.message': `${name}: ${row.error}`, 'alert.severity': 'critical' }
        await tx.emit('admin.system.alert', { data: { ...data, 'alert.time': row.finished_at.toISOString() } })
      })
      return row
    },
  }
}
