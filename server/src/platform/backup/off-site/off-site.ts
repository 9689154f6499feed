import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../clock.ts'
import type { OffSiteTarget } from '../../config-off-site.ts'
import { makeFolder } from '../../make-folder.ts'
import type { OutboundTimeouts } from '../../outbound/outbound-client.ts'
import { BackupError } from '../backup.error.ts'
import { bundle, type Stored } from '../bundle.ts'
import { readHeader, readingOf } from '../header.ts'
import { createObjectStore, type ObjectStore } from './object-store.ts'
import { type PartSource, requirePartName } from '../parts.ts'
import { namePartObject, type OffSiteName, readObjectName, readPartObjectName } from './object-names.ts'

/** Copies of backups in a bucket: those of every installation below the prefix. */
export function createOffSite(deps: { target: OffSiteTarget; dataDir: string; clock: Clock; timeouts?: OutboundTimeouts }) {
  const store = createObjectStore(deps.target, deps)
  const { prefix } = deps.target
  const folder = join(deps.dataDir, 'fetched')

  /** Parts of the installation of the backup `key`; each is fetched when its turn comes. */
  const partsOf =
    (key: string, signal?: AbortSignal): PartSource =>
    async (name) =>
      (await store.get(namePartObject(key, requirePartName(name)), signal))?.content

  return {
    where: store.where,
    partsOf,
    head: store.head,
    prefix,
    put: store.put,
    get: store.get,
    remove: store.remove,
    callOff: store.callOff,
    close: store.close,

    /** The oldest first. `installation`: only its own. What does not have a name of ours is not looked at. */
    async list(installation?: string): Promise<(OffSiteName & { size: number })[]> {
      const found = await store.list(installation === undefined ? `${prefix}/` : `${prefix}/${installation}/`)
      return found
        .flatMap(({ key, size }) => {
          const name = readObjectName(key)
          return name === undefined ? [] : [{ ...name, size }]
        })
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    },

    /** Includes its parts, as one file. Undefined: there is none. */
    async getWhole(key: string): Promise<Stored | undefined> {
      const found = await store.get(key)
      const names = found === undefined ? [] : await readPartNames(store, key)
      if (found === undefined || names.length === 0) return found
      const parts = await Promise.all(
        names.map(async (name) => {
          const size = (await store.head(namePartObject(key, name)))?.size
          if (size === undefined) throw new BackupError(`${store.where} has not the part ${name} of this backup.`)
          return { name, size, open: async () => (await partsOf(key)(name)) ?? Readable.from([]) }
        }),
      )
      return bundle(found, parts)
    },

    readPartNames: (key: string) => readPartNames(store, key),

    /** The parts that lie beside the backups of an installation. */
    async listParts(installation: string): Promise<{ key: string; name: string }[]> {
      return (await store.list(`${prefix}/${installation}/parts/`)).flatMap(({ key }) => {
        const name = readPartObjectName(key)
        return name === undefined ? [] : [{ key, name }]
      })
    },

    /** Has the file on this disk for as long as `use` takes. */
    async withFile<Result>(key: string, use: (path: string, parts: PartSource) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      await makeFolder(folder)
      const place = await mkdtemp(join(folder, 'fetch-'))
      try {
        const found = await store.get(key, signal)
        if (found === undefined) throw new BackupError(`${store.where} no longer has this file.`)
        const path = join(place, key.split('/').at(-1) ?? '')
        const options = signal === undefined ? {} : { signal }
        await pipeline(Readable.from(found.content, { objectMode: false }), createWriteStream(path, { flags: 'wx', mode: 0o600 }), options)
        return await use(path, partsOf(key, signal))
      } finally {
        await rm(place, { recursive: true, force: true })
      }
    },
  }
}

export type OffSite = ReturnType<typeof createOffSite>

/** Names of the parts that the backup in the bucket refers to. Throws a BackupError if its header cannot be read. */
async function readPartNames(store: ObjectStore, key: string): Promise<readonly string[]> {
  const found = await store.get(key)
  if (found === undefined) return []
  const pieces = found.content[Symbol.asyncIterator]()
  const first: IteratorResult<Buffer, undefined> = await pieces.next()
  await pieces.return?.(undefined)
  return (await readHeader(readingOf(first.value ?? Buffer.alloc(0)))).header.parts ?? []
}
