import { v7 as uuid } from 'uuid'
import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import { beyondRetention, nameObject, namePartObject } from '../../platform/backup/off-site/object-names.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { BackupRow, BackupsRepository } from './backups.repository.ts'
import { longestSilence } from './backups.service.ts'
import { explainTrouble, wordTrouble } from '../../platform/backup/explain-trouble.ts'
import { keepTelling } from './keep-telling.ts'

/** Milliseconds after which a copy that failed is tried again before the next backup: each failure alarms. */
const againAfter = 6 * 60 * 60_000
/** Backups among which the newest on this machine is looked for. */
const looked = 50

export interface OffSiteDeps {
  db: Db
  transaction: Transaction
  backups: (db: Db) => BackupsRepository
  files: Pick<BackupFiles, 'listParts' | 'partPath' | 'pathOf' | 'sizeOf' | 'encryptedWith' | 'application'>
  /** Undefined: backups stay on this machine. */
  offSite: OffSite | undefined
  node: string
  nodeId: () => Promise<string>
  clock: Clock
  log: Log
}

/** Copies of backups off the machine: sending them, and keeping as many as are to be kept. */
export function createOffSiteService(deps: OffSiteDeps) {
  const { offSite, files, log } = deps
  const backups = deps.backups(deps.db)
  const stopping = new AbortController()
  const now = () => new Date(deps.clock.now())

  async function keyFor({ id, created_at: at, node_id: node }: BackupRow, { prefix }: OffSite): Promise<string> {
    return nameObject({ prefix, installation: await backups.readInstallation(), node: node ?? (await deps.nodeId()), at, id })
  }

  /** The row of the copy, for this node alone. Undefined: it is there. Throws while another node may be sending it, so that it is tried again. */
  async function take(backup: BackupRow, key: string): Promise<BackupRow | undefined> {
    const time = now()
    const row = await backups.takeCopy(
      {
        id: uuid(),
        file_name: key.split('/').at(-1) ?? key,
        object_key: key,
        location: 's3',
        state: 'running',
        step: 'uploading',
        cause: backup.cause,
        made_by: backup.made_by,
        made_by_name: backup.made_by_name,
        node: deps.node,
        node_id: await deps.nodeId(),
        encrypted_with: backup.encrypted_with,
        application: backup.application,
        size: backup.size,
        created_at: backup.created_at,
        touched_at: time,
      },
      new Date(time.getTime() - longestSilence),
    )
    if (row === undefined && (await backups.findByKey(key))?.state === 'running') {
      throw new Error('Another node sends this backup, or has just ended.')
    }
    return row
  }

  async function giveUp(row: BackupRow, sentence: string) {
    await deps.transaction(async (tx) => {
      const values = { state: 'failed', step: null, error: sentence, finished_at: now() } as const
      if (!(await deps.backups(tx.db).change(row.id, row.fence, values))) return
      const data = { 'backup.file': row.file_name, 'backup.size': '', 'backup.outcome': wordTrouble(sentence) }
      await tx.emit('admin.backup.completed', { data })
    })
  }

  /** Those that are not there yet, before the file that names them: what the bucket lists as a backup is whole. */
  async function sendParts(store: OffSite, { file_name: name }: BackupRow, key: string, signal: AbortSignal): Promise<void> {
    for (const part of await files.listParts(name)) {
      const object = namePartObject(key, part.name)
      if ((await store.head(object)) !== undefined) continue
      try {
        await store.put(object, files.partPath(part.name), () => {}, signal)
      } catch (error) {
        // Another node may have sent it meanwhile; its name says what it holds.
        if (signal.aborted || (await store.head(object)) === undefined) throw error
      }
    }
  }

  /** What no backup in the bucket names. Nothing while one is being made or sent, or one cannot be read. */
  async function removeForgottenParts(store: OffSite, kept: readonly { key: string }[], installation: string): Promise<void> {
    const parts = await store.listParts(installation)
    if (parts.length === 0 || (await backups.isUnderWay())) return
    const named = new Set<string>()
    for (const { key } of kept) for (const part of await store.readPartNames(key)) named.add(part)
    for (const { key, name } of parts) if (!named.has(name)) await store.remove(key)
  }

  /** What the bucket holds is the truth: after a restore the list does not know of it, and rules of the bucket may have deleted some. */
  async function settle(store: OffSite): Promise<void> {
    const begun = now()
    const installation = await backups.readInstallation()
    const stored = await store.list(installation)
    const gone = new Set(beyondRetention(stored).map(({ key }) => key))
    for (const key of gone) {
      try {
        await store.remove(key)
      } catch (error) {
        // A key that may not delete is what is recommended; the rules of the bucket then decide what goes.
        gone.delete(key)
        log.info({ err: error, key }, 'an old backup was not deleted from the bucket')
      }
    }
    const kept = stored.filter(({ key }) => !gone.has(key))
    await removeForgottenParts(store, kept, installation).catch((error: unknown) =>
      log.info({ err: error }, 'parts of old backups were not deleted from the bucket'),
    )
    await backups.forgetCopies({ except: kept.map(({ key }) => key), finishedBefore: begun })
    for (const { key, fileName, node, at, size } of kept) {
      await backups.putFound({
        id: uuid(),
        file_name: fileName,
        object_key: key,
        location: 's3',
        state: 'completed',
        progress: 100,
        cause: 'found',
        node_id: node,
        size,
        created_at: at,
        touched_at: begun,
        finished_at: at,
      })
    }
  }

  /**
   * Puts a copy of a backup that is whole off the machine, if that is set up and its file is here. Answers what went wrong, which its row says
   * as well.
   */
  async function send(id: string, signal = new AbortController().signal): Promise<string | undefined> {
    if (offSite === undefined) return undefined
    const backup = await backups.find(id)
    if (backup?.state !== 'completed' || backup.location !== 'local') return undefined
    if ((await files.sizeOf(backup.file_name)) === undefined) return undefined
    const key = await keyFor(backup, offSite)
    const row = await take(backup, key)
    if (row === undefined) return undefined
    const breakOff = new AbortController()
    const telling = keepTelling({ backups, row, firstStep: 'uploading', breakOff, now })
    const any = AbortSignal.any([signal, breakOff.signal, stopping.signal])
    try {
      await offSite.callOff(key.slice(0, key.lastIndexOf('/') + 1), any)
      await sendParts(offSite, backup, key, any)
      await offSite.put(key, files.pathOf(backup.file_name), (part) => telling.note('uploading', part), any)
      // Whoever looked through the bucket meanwhile may have thought that nobody needs them.
      await sendParts(offSite, backup, key, any)
      const values = { state: 'completed', step: null, progress: 100, error: null, finished_at: now() } as const
      if (!(await backups.change(row.id, row.fence, values))) throw new Error('Another node sends this backup now.')
    } catch (error) {
      if (any.aborted) throw error
      log.error({ err: error, backup: backup.file_name }, 'a backup could not be copied off the machine')
      const sentence = explainTrouble(error)
      await giveUp(row, sentence)
      return sentence
    } finally {
      telling.stop()
    }
    await settle(offSite).catch((error: unknown) => log.warn({ err: error }, 'the bucket of backups could not be looked through'))
    return undefined
  }

  /** Never begun, left by a node that died, or failed a while ago. */
  function isDue(copy: BackupRow | undefined): boolean {
    if (copy === undefined) return true
    if (copy.state === 'running') return copy.touched_at.getTime() + longestSilence < deps.clock.now()
    return copy.state === 'failed' && (copy.finished_at?.getTime() ?? 0) + againAfter <= deps.clock.now()
  }

  return {
    send,

    /** Sends the newest backup of this node where its copy is due. */
    async sendMissed(): Promise<void> {
      if (offSite === undefined) return
      for (const backup of await backups.list(looked)) {
        if (backup.state !== 'completed' || backup.location !== 'local') continue
        if ((await files.sizeOf(backup.file_name)) === undefined) continue
        const copy = await backups.findByKey(await keyFor(backup, offSite))
        if (isDue(copy)) await send(backup.id)
        return
      }
    },

    /** The newest copy that the bucket has of this installation. */
    async findNewest(): Promise<{ key: string; fileName: string } | undefined> {
      return offSite && (await offSite.list(await backups.readInstallation())).at(-1)
    },

    /** What is on its way is broken off, and sent again by whoever comes next. */
    stop() {
      stopping.abort()
      offSite?.close()
    },
  }
}
