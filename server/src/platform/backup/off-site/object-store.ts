import { open } from 'node:fs/promises'
import type { Clock } from '../../clock.ts'
import type { OffSiteTarget } from '../../config-off-site.ts'
import type { OutboundTimeouts } from '../../outbound/outbound-client.ts'
import { BackupError } from '../backup.error.ts'
import { elementsOf, textsOf } from './s3-answers.ts'
import { createS3Client } from './s3-client.ts'
import { callOffUploads, upload } from './s3-upload.ts'

/** Bytes that are fetched at once. */
const rangeSize = 2 * 1024 * 1024

export interface StoredObject {
  key: string
  /** Bytes. */
  size: number
}

/** Storage for files that must outlive this machine. Failures are BackupErrors with a sentence for people. */
export interface ObjectStore {
  /** Location, for people. */
  where: string
  /** Puts a file where nothing of that name is. It is there whole, or not at all. */
  put(key: string, path: string, onProgress: (part: number) => void, signal: AbortSignal): Promise<void>
  /** Objects with this prefix, by name. */
  list(prefix: string, signal?: AbortSignal): Promise<StoredObject[]>
  head(key: string): Promise<{ size: number; tag: string } | undefined>
  /** Content in pieces, all of the same version; undefined: there is none. */
  get(key: string, signal?: AbortSignal): Promise<{ content: AsyncIterable<Buffer>; size: number } | undefined>
  /** The object is gone when this returns. */
  remove(key: string): Promise<void>
  /** Aborts abandoned uploads below a folder. */
  callOff(prefix: string, signal: AbortSignal): Promise<void>
  close(): void
}

export function createObjectStore(target: OffSiteTarget, deps: { clock: Clock; timeouts?: OutboundTimeouts }): ObjectStore {
  const client = createS3Client(target, deps)

  async function head(key: string) {
    const answer = await client.exchange({ method: 'HEAD', key })
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw client.refusal(answer)
    return { size: Number(answer.headers['content-length']), tag: answer.headers.etag ?? '' }
  }

  /** Reads in ranges, so that no more than one is in memory and a slow reader holds no connection. */
  async function* read(key: string, { size, tag }: { size: number; tag: string }, signal: AbortSignal | undefined) {
    for (let start = 0; start < size; start += rangeSize) {
      const end = Math.min(size, start + rangeSize)
      const headers = { range: `bytes=${start}-${end - 1}`, ...(tag === '' ? {} : { 'if-match': tag }) }
      const { status, body } = await client.ask({ method: 'GET', key, headers, largest: rangeSize, signal })
      if (status !== 206 && end - start !== size) throw new BackupError(`${client.where} does not answer with the part that was asked for.`)
      if (body.length !== end - start) throw new BackupError(`${client.where} answered less than the file has.`)
      yield body
    }
  }

  return {
    where: client.where,
    head,

    async put(key, path, onProgress, signal) {
      const file = await open(path, 'r')
      try {
        const { size } = await file.stat()
        await upload(client, { key, file, size, onProgress, signal })
        const found = await head(key)
        if (found?.size !== size) throw new BackupError(`${client.where} has another size of the file than was sent.`)
      } finally {
        await file.close()
      }
    },

    async list(prefix, signal) {
      const found: StoredObject[] = []
      let next: string | undefined
      do {
        const query = { 'list-type': '2', prefix, ...(next === undefined ? {} : { 'continuation-token': next }) }
        const xml = (await client.ask({ method: 'GET', query, signal })).body.toString('utf8')
        for (const entry of elementsOf(xml, 'Contents')) {
          const [[key], [size]] = [textsOf(entry, 'Key'), textsOf(entry, 'Size')]
          if (key !== undefined) found.push({ key, size: Number(size) })
        }
        next = textsOf(xml, 'IsTruncated')[0] === 'true' ? textsOf(xml, 'NextContinuationToken')[0] : undefined
      } while (next !== undefined)
      return found.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    },

    async get(key, signal) {
      const found = await head(key)
      return found && { content: read(key, found, signal), size: found.size }
    },

    async remove(key) {
      const answer = await client.exchange({ method: 'DELETE', key })
      if (answer.status !== 404 && (answer.status < 200 || answer.status > 299)) throw client.refusal(answer)
    },

    callOff: (prefix, signal) => callOffUploads(client, prefix, signal),
    close: () => client.close(),
  }
}
