import { join } from 'node:path'
import { createApp } from './app.ts'
import { BackupError } from './platform/backup/backup.error.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { openInstallation } from './open-installation.ts'
import { commandLine } from './platform/command-line.ts'

/** `npm run backup`: beside a running application or without one. Ends when the file is whole and was read back. */
export async function backUp(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog('warn')
  const data = await openInstallation({ config, log })
  const app = await createApp({ config, log, ...data })
  try {
    await app.jobs.start({ work: false })
    const id = await app.backups.add('command', undefined)
    const error = await app.backupMaker.make(id)
    if (error !== undefined) throw new BackupError(`The backup was not made. ${error}`)
    const { file_name, size } = await app.backups.requireFile(id)
    console.log(`\n  The backup is made, and was read back: ${join(config.dataDir, 'backups', file_name)} (${size} bytes)`)
    console.log(
      config.backupPassword === undefined
        ? '  It opens with the root key (MASTER_KEY, or master.key of the data folder): keep that one apart from it.\n'
        : '  It opens with BACKUP_PASSWORD: keep that one apart from it.\n',
    )
    if (config.offSite === undefined) return
    const trouble = await app.backupCopies.send(id)
    if (trouble !== undefined) throw new BackupError(`The backup is on this machine only. ${trouble}`)
    console.log(`  A copy of it is in ${config.offSite.bucket} at ${new URL(config.offSite.endpoint).host}.\n`)
  } finally {
    await app.stop(0)
    await data.close()
  }
}

/** `npm run drill`: restores the newest backup for a trial, off the machine where that is set up. Exit code 1: it could not be, or there is none. */
export async function drill(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog('silent')
  const data = await openInstallation({ config, log })
  const app = await createApp({ config, log, ...data })
  try {
    await app.jobs.start({ work: false })
    const done = await app.drills.run()
    if (done === undefined) throw new BackupError(`There is no backup within reach to try. Make one: ${commandLine('backup')}`)
    if (done.error !== null) throw new BackupError(`${done.file_name} is no good. ${done.error} Make another one: ${commandLine('backup')}`)
    console.log(`\n  ${done.file_name} was restored for a trial: ${done.rows} rows, and all ${done.opened} encrypted values opened.\n`)
  } finally {
    await app.stop(0)
    await data.close()
  }
}
