import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from './app.ts'
import { BackupError } from './platform/backup/backup.error.ts'
import { describeBackup } from './platform/backup/read-backup.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { readConfig } from './platform/config.ts'
import type { Config } from './platform/config.ts'
import { findRootKey, makeRootKey } from './platform/crypto/root-key.ts'
import { createLog } from './platform/log.ts'
import { reachDatabase, reachRunningDatabase } from './platform/reach-database.ts'
import { openData } from './start.ts'
import { commandLine } from './platform/command-line.ts'

/** `npm run backup`: beside a running application or without one. Ends when the file is whole and was read back. */
export async function backUp(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog('warn')
  const data = await openData({ config, log }, reachRunningDatabase)
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

/** `npm run drill`: restores the newest backup of this machine for a trial. Exit code 1: it could not be, or there is none. */
export async function drill(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog('silent')
  const data = await openData({ config, log }, reachRunningDatabase)
  const app = await createApp({ config, log, ...data })
  try {
    await app.jobs.start({ work: false })
    const done = await app.drills.run()
    if (done === undefined) throw new BackupError(`There is no backup on this machine to try. Make one: ${commandLine('backup')}`)
    if (done.error !== null) throw new BackupError(`${done.file_name} is no good. ${done.error} Make another one: ${commandLine('backup')}`)
    console.log(`\n  ${done.file_name} was restored for a trial: ${done.rows} rows, and all ${done.opened} encrypted values opened.\n`)
  } finally {
    await app.stop(0)
    await data.close()
  }
}

/** `npm run restore -- FILE [--replace]`: everything or nothing. */
export async function restore(): Promise<void> {
  const { path, replace } = readInput(process.argv.slice(3))
  const config = readConfig(process.env)
  const header = await describeBackup(path)
  const source = { ...config.masterKey, dataDir: config.dataDir }
  const found = await findRootKey(source)
  const rootKeys = found === undefined ? [] : [found.current, ...(found.previous === undefined ? [] : [found.previous])]
  const { connection, close } = await reachDatabase({ config, log: createLog('warn') })
  try {
    const secrets = { password: config.backupPassword, rootKeys }
    const rootKey = found?.current ?? (header.key.kind === 'password' ? (await makeRootKey(source)).current : undefined)
    const restored = await restoreBackup({ path, secrets, connection, rootKey, replace, now: new Date() })
    console.log(sayRestored(restored, config))
  } finally {
    await close()
  }
}

function readInput(input: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: input, options: { replace: { type: 'boolean' } }, allowPositionals: true })
    const [path, ...rest] = positionals
    if (path !== undefined && rest.length === 0)
      return { path: resolve(process.env['INIT_CWD'] ?? '.', path), replace: values.replace ?? false }
  } catch {
    // An option that there is not.
  }
  throw new BackupError(`Name the file to restore from: ${commandLine('restore', 'FILE [--replace]')}`)
}

function sayRestored(
  { createdAt, application, rows, migrated, heldMails }: Awaited<ReturnType<typeof restoreBackup>>,
  { dataDir }: Config,
) {
  const held =
    heldMails === 0
      ? 'No mail was waiting to be sent.'
      : `${heldMails} ${heldMails === 1 ? 'mail that was' : 'mails that were'} waiting to be sent ${heldMails === 1 ? 'is' : 'are'} held back: an administrator decides under Backups.`
  return `
  Restored what was there on ${createdAt} (Twofold ${application}): ${rows} rows${migrated === 0 ? '' : `, brought up to this version by ${migrated} migrations`}.
  All sessions have ended and all links are void: everybody signs in again.
  ${held}
  Start Twofold with ${commandLine('serve')}. The root key in use is the one that is set, or ${join(dataDir, 'master.key')}.
`
}
