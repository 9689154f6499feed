import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './platform/backup/backup.error.ts'
import { chooseCopy, describeCopies } from './platform/backup/off-site/choose-copy.ts'
import { createOffSite } from './platform/backup/off-site/off-site.ts'
import type { PartSource } from './platform/backup/parts.ts'
import { openFileKey, opensByAgeAlone } from './platform/backup/file-key.ts'
import { describeBackup } from './platform/backup/read-backup.ts'
import { restoreBackup, type Restored } from './platform/backup/restore-backup.ts'
import { systemClock } from './platform/clock.ts'
import { commandLine } from './platform/command-line.ts'
import { type Config, readConfig } from './platform/config.ts'
import { findRootKey, makeRootKey, type RootKeys } from './platform/crypto/root-key.ts'
import { roleOf } from './platform/connection.ts'
import { createLog } from './platform/log.ts'
import { reachDatabase } from './platform/ground/reach-database.ts'

/** `npm run restore -- FILE [--replace]`, or `--from s3`, which fetches the file first: everything or nothing. */
export async function restore(): Promise<void> {
  const input = readInput(process.argv.slice(3))
  const config = readConfig(process.env)
  if (input.from === undefined) {
    const path = resolve(process.env['INIT_CWD'] ?? '.', input.name ?? '')
    console.log(sayRestored(await restoreFile(path, input, config)))
    return
  }
  if (config.offSite === undefined)
    throw new BackupError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY say where the backups are. Set them.')
  const offSite = createOffSite({ target: config.offSite, dataDir: config.dataDir, clock: systemClock })
  try {
    const copies = await offSite.list()
    if (input.list) return console.log(describeCopies(copies))
    const { key, fileName, size } = chooseCopy(copies, input, offSite.where)
    console.log(`\n  Fetching ${fileName} (${size} bytes) from ${offSite.where}.`)
    console.log(sayRestored(await offSite.withFile(key, (path, parts) => restoreFile(path, { ...input, parts }, config))))
  } finally {
    offSite.close()
  }
}

async function restoreFile(path: string, { replace, parts }: { replace: boolean; parts?: PartSource }, config: Config) {
  const header = await describeBackup(path)
  const source = { ...config.masterKey, dataDir: config.dataDir }
  const found = await findRootKey(source)
  const known = found === undefined ? [] : [found.current, ...(found.previous === undefined ? [] : [found.previous])]
  const secrets = { password: config.backupPassword, rootKeys: known, ageKeys: config.backupAgeKeys }
  // First, so that a wrong secret leaves no root key and no database behind.
  await openFileKey(header, secrets)
  const { connection, owner, close, discard = close } = await reachDatabase({ config, log: createLog('warn') })
  let restored: Restored
  let rootKeys: RootKeys
  try {
    // A restore that opens the file without the root key continues with a new one.
    rootKeys = found ?? (await makeRootKey(source))
    const rootKey = rootKeys.current
    const as = owner === undefined ? { connection } : { connection: owner, role: roleOf(connection) }
    restored = await restoreBackup({ path, secrets, parts, ...as, rootKey, replace, now: new Date() })
  } catch (error) {
    await discard()
    throw error
  }
  // Outside: data that were restored must not go because the server did not end well.
  await close()
  return { ...restored, isUnproven: opensByAgeAlone(header, secrets), rootKeyPlace: rootKeys.origin }
}

const options = {
  from: { type: 'string' },
  list: { type: 'boolean', default: false },
  installation: { type: 'string' },
  replace: { type: 'boolean', default: false },
} as const

function readInput(input: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: input, options, allowPositionals: true })
    const [name, ...rest] = positionals
    const { from, list, installation, replace } = values
    const isAway = from === 's3'
    const isRight = isAway || (from === undefined && name !== undefined && !list && installation === undefined)
    if (isRight && rest.length === 0) return { from, list, installation, replace, name }
  } catch {
    // An option that there is not.
  }
  throw new BackupError(
    `Name the file to restore from: ${commandLine('restore', 'FILE [--replace]')}\n` +
      `Or take the newest backup of the bucket: ${commandLine('restore', '--from s3 [NAME] [--installation ID] [--list] [--replace]')}`,
  )
}

function sayRestored({
  createdAt,
  application,
  rows,
  migrated,
  heldMails,
  endedTokens,
  endedRequests,
  endedOffers,
  stoppedDeliveries,
  isUnproven,
  rootKeyPlace,
}: Restored & { isUnproven: boolean; rootKeyPlace: string }) {
  const ended = [
    [endedTokens, 'token of a program has ended: make a new one', 'tokens of programs have ended: make new ones'],
    [endedRequests, 'request of an administrator has ended: ask again', 'requests of administrators have ended: ask again'],
    [endedOffers, 'offer of a key has ended: offer it again', 'offers of keys have ended: offer them again'],
    [stoppedDeliveries, 'message to a webhook was not sent: send it again', 'messages to webhooks were not sent: send them again'],
  ] as const
  const lines = ended.filter(([count]) => count > 0).map(([count, one, many]) => `  ${count} ${count === 1 ? one : many}.\n`)
  const held =
    heldMails === 0
      ? 'No e-mail was waiting to be sent.'
      : `${heldMails} ${heldMails === 1 ? 'e-mail that was' : 'e-mails that were'} waiting to be sent ${heldMails === 1 ? 'is' : 'are'} held back: an administrator decides under Backups.`
  return `
  Restored what was there on ${createdAt} (Twofold ${application}): ${rows} rows${migrated === 0 ? '' : `, brought up to this version by ${migrated === 1 ? '1 migration' : `${migrated} migrations`}`}.
  All sessions have ended and all links are void: everybody signs in again, on devices too.
${isUnproven ? '  A key of age opened the file, which shows who may read it and not who made it: be sure of where it came from.\n' : ''}${lines.join('')}  ${held}
  Everything else is as it was then. What was taken away since is back: accounts that were deleted or deactivated, roles of administrators, shares,
  passwords, second factors, service accounts and issuers. Go through it before you let people in, and take it away again.
  Start Twofold with the settings of this command: ${commandLine('serve')}. ${rootKeyPlace} is its root key, which it needs at each start:
  keep a copy apart from the backups.
`
}
