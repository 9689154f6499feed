import { buffer } from 'node:stream/consumers'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { isSigned, signedAt } from '../platform/testing/is-signed.ts'

const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-access-key', region: 'eu-central-1' }
const bucket = 'vault-backups'
/** S3 takes requests whose time is no further from its own. */
const longestSkewMs = 15 * 60_000

interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

const refuse = (status: number, code: string): Reply => ({ status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` })
const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
/** Clients write it with or without its quotation marks. */
const bare = (tag: string) => tag.replace(/"|&quot;/g, '')
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * A model of S3, as far as it is used: objects, uploads in parts, ranges, conditions, listings by page. It takes nothing that the SDK's own
 * signer would have signed otherwise. `knowsConditions: false`: as OpenStack Swift does, it refuses a PUT with a condition, and takes no notice of
 * one at the end of an upload. `disturb`: does something else with a request; `cut` breaks the connection, `silent` never answers.
 */
export async function startModelS3({
  now: clock = () => Date.now(),
  pageSize = 1000,
  knowsConditions = true,
}: { now?: () => number; pageSize?: number; knowsConditions?: boolean } = {}) {
  let now = clock
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  const asked: string[] = []
  let disturb: (request: Asked) => Reply | 'cut' | 'silent' | undefined = () => undefined

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    const url = new URL(incoming.url ?? '/', endpoint)
    const { method = '', headers } = incoming
    const request = { method, path: decodeURIComponent(url.pathname), query: url.searchParams, headers, body: await buffer(incoming) }
    asked.push(`${method} ${request.path.split('/').at(-1)}?${[...url.searchParams.keys()].join('&')}`)
    const reply = disturb(request) ?? (await check(request, incoming.url ?? '/')) ?? answer(request)
    if (reply === 'cut') return void incoming.socket.destroy()
    if (reply === 'silent') return
    const { status, headers: more = {}, body = '' } = reply
    response.writeHead(status, { date: new Date(now()).toUTCString(), 'content-length': Buffer.byteLength(body), ...more })
    response.end(method === 'HEAD' ? undefined : body)
  }

  async function check({ headers, method, body }: Asked, path: string): Promise<Reply | undefined> {
    if (headers.authorization?.includes(`Credential=${key.accessKeyId}/`) !== true) return refuse(403, 'InvalidAccessKeyId')
    if (!(await isSigned({ method, origin: endpoint, path, headers, body }, key))) return refuse(403, 'SignatureDoesNotMatch')
    if (Math.abs(signedAt(headers).getTime() - now()) > longestSkewMs) return refuse(403, 'RequestTimeTooSkewed')
    return undefined
  }

  function answer({ method, path, query, headers, body }: Asked): Reply {
    const [, name, ...rest] = path.split('/')
    if (name !== bucket) return refuse(404, 'NoSuchBucket')
    const object = rest.join('/')
    if (object === '') return query.has('uploads') ? listUploads(query) : list(query)
    const isConditional = headers['if-none-match'] === '*'
    if (isConditional && !knowsConditions && method === 'PUT') return refuse(501, 'NotImplemented')
    const isTaken = isConditional && knowsConditions && objects.has(object)
    if (method === 'POST' && query.has('uploads')) return begin(object)
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (query.has('uploadId') && upload === undefined) return refuse(404, 'NoSuchUpload')
    if (upload !== undefined) {
      if (method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body)
        return { status: 200, headers: { etag: tagOf(body) } }
      }
      if (method === 'POST') return isTaken ? refuse(412, 'PreconditionFailed') : complete(query.get('uploadId') ?? '', upload, body)
      uploads.delete(query.get('uploadId') ?? '')
      return { status: 204 }
    }
    if (method === 'PUT') {
      if (isTaken) return refuse(412, 'PreconditionFailed')
      objects.set(object, body)
      return { status: 200, headers: { etag: tagOf(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(object)
      return { status: 204 }
    }
    return read(objects.get(object), headers)
  }

  function begin(object: string): Reply {
    const id = randomUUID()
    uploads.set(id, { key: object, parts: new Map() })
    return { status: 200, body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` }
  }

  function complete(id: string, { key: object, parts }: { key: string; parts: Map<number, Buffer> }, body: Buffer): Reply {
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const content = named.map(([, number, tag]) => {
      const part = parts.get(Number(number))
      return part !== undefined && bare(tagOf(part)) === bare(tag ?? '') ? part : undefined
    })
    if (content.length === 0 || content.some((part) => part === undefined)) return refuse(400, 'InvalidPart')
    if (content.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1024 * 1024)) return refuse(400, 'EntityTooSmall')
    uploads.delete(id)
    objects.set(object, Buffer.concat(content as Buffer[]))
    return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
  }

  function read(content: Buffer | undefined, headers: Asked['headers']): Reply {
    if (content === undefined) return refuse(404, 'NoSuchKey')
    if (headers['if-match'] !== undefined && headers['if-match'] !== tagOf(content)) return refuse(412, 'PreconditionFailed')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const part = from === undefined ? content : content.subarray(Number(from), Number(to) + 1)
    return {
      status: from === undefined ? 200 : 206,
      headers: { etag: tagOf(content), 'last-modified': new Date(now()).toUTCString() },
      body: part,
    }
  }

  function list(query: URLSearchParams): Reply {
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after).toSorted()
    const page = names.slice(0, pageSize)
    const rest = names.length > page.length ? `<NextContinuationToken>${escape(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    const changed = `<LastModified>${new Date(now()).toISOString()}</LastModified>`
    const contents = page.map(
      (name) => `<Contents><Key>${escape(name)}</Key><Size>${objects.get(name)?.length}</Size>${changed}</Contents>`,
    )
    const isTruncated = `<IsTruncated>${rest !== ''}</IsTruncated>`
    return { status: 200, body: `<?xml version="1.0"?><ListBucketResult>${isTruncated}${rest}${contents.join('')}</ListBucketResult>` }
  }

  function listUploads(query: URLSearchParams): Reply {
    const found = [...uploads].filter(([, { key: object }]) => object.startsWith(query.get('prefix') ?? ''))
    const entries = found.map(([id, { key: object }]) => `<Upload><Key>${escape(object)}</Key><UploadId>${id}</UploadId></Upload>`)
    return { status: 200, body: `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>` }
  }

  return {
    objects,
    /** Begun and not ended. */
    uploads,
    /** `PUT name?partNumber&uploadId` */
    asked,
    refuse,
    setNow: (by: typeof now) => void (now = by),
    disturb: (by: typeof disturb) => void (disturb = by),
    target: { endpoint, bucket, prefix: 'twofold', region: key.region, accessKey: key.accessKeyId, secretKey: key.secretAccessKey },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: key.region,
      S3_ACCESS_KEY: key.accessKeyId,
      S3_SECRET_KEY: key.secretAccessKey,
    },
  }
}
