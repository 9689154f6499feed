import { join } from 'node:path'
import { BackupError } from './platform/backup/backup.error.ts'
import { commandLine } from './platform/command-line.ts'
import { withApplication } from './with-application.ts'

/** `npm run backup`: beside a running application or without one. Ends when the file is whole and was read back. */
export const backUp = (): Promise<void> =>
  withApplication({ logLevel: 'warn', timeoutMs: 0 }, async (app, config) => {
    const id = await app.backups.add('command', undefined)
    const error = await app.backupMaker.make(id)
    if (error !== undefined) throw new BackupError(`The backup was not made. ${error}`)
    const { file_name, size } = await app.backups.requireFile(id)
    console.log(`\n  The backup is made, and was read back: ${join(config.dataDir, 'backups', file_name)} (${size} bytes)`)
    console.log(
      config.backupPassword === undefined
        ? '  It opens with the root key (MASTER_KEY, or master.key of the data folder): keep that one apart from it.'
        : '  It opens with BACKUP_PASSWORD: keep that one apart from it.',
    )
    for (const recipient of config.backupRecipients) console.log(`  It also opens with the secret key of ${recipient}.`)
    console.log()
    if (config.offSite === undefined) return
    const trouble = await app.backupCopies.send(id)
    if (trouble !== undefined) throw new BackupError(`The backup is on this machine only. ${trouble}`)
    console.log(`  A copy of it is in ${config.offSite.bucket} at ${new URL(config.offSite.endpoint).host}.\n`)
  })

/** `npm run drill`: restores the newest backup for a trial, off the machine where that is set up. Exit code 1: it could not be, or there is none. */
export const drill = (): Promise<void> =>
  withApplication({ logLevel: 'silent', timeoutMs: 0 }, async (app) => {
    const done = await app.drills.run()
    if (done === undefined) throw new BackupError(`There is no backup within reach to try. Make one: ${commandLine('backup')}`)
    if (done.error !== null) throw new BackupError(`${done.file_name} is no good. ${done.error} Make another one: ${commandLine('backup')}`)
    console.log(`\n  ${done.file_name} was restored for a trial: ${done.rows} rows, and all ${done.opened} encrypted values opened.\n`)
  })
