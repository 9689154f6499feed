import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../clock.ts'
import type { OffSiteTarget } from '../../config-off-site.ts'
import type { OutboundTimeouts } from '../../outbound/outbound-client.ts'
import { BackupError } from '../backup.error.ts'
import { createObjectStore } from './object-store.ts'
import { readObjectName } from './object-names.ts'
import type { OffSiteName } from './object-names.ts'

/** Copies of backups in a bucket: those of every installation below the prefix. */
export function createOffSite(deps: { target: OffSiteTarget; dataDir: string; clock: Clock; timeouts?: OutboundTimeouts }) {
  const store = createObjectStore(deps.target, deps)
  const { prefix } = deps.target
  const folder = join(deps.dataDir, 'fetched')

  return {
    where: store.where,
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

    /** Has the file on this disk for as long as `use` takes. */
    async withFile<Result>(key: string, use: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const place = await mkdtemp(join(folder, 'fetch-'))
      try {
        const found = await store.get(key, signal)
        if (found === undefined) throw new BackupError(`${store.where} has no such file any more.`)
        const path = join(place, key.split('/').at(-1) ?? '')
        const options = signal === undefined ? {} : { signal }
        await pipeline(Readable.from(found.content, { objectMode: false }), createWriteStream(path, { flags: 'wx', mode: 0o600 }), options)
        return await use(path)
      } finally {
        await rm(place, { recursive: true, force: true })
      }
    },
  }
}

export type OffSite = ReturnType<typeof createOffSite>
