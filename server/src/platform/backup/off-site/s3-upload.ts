import type { FileHandle } from 'node:fs/promises'
import type { OutboundResponse } from '../../outbound/outbound-client.ts'
import { BackupError } from '../backup.error.ts'
import { elementsOf, textsOf } from './s3-answers.ts'
import type { S3Client, S3Request } from './s3-client.ts'

export const partSize = 8 * 1024 * 1024
/** S3's limit per upload; a larger file gets larger parts. */
const mostParts = 10_000
const onlyNew = { 'if-none-match': '*' }

export interface Upload {
  key: string
  file: FileHandle
  size: number
  /** From 0 to 1, after each part. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Puts a file into the bucket, where nothing of that name may be yet. One part is in memory at a time. The object exists once every part
 * arrived whole; an upload that ends before is called off, and leaves nothing.
 */
export async function upload(client: S3Client, { key, file, size, onProgress, signal }: Upload): Promise<void> {
  // Some keys may not look; the condition of the request holds all the same.
  if ((await client.exchange({ method: 'HEAD', key, signal })).status === 200) throw client.isTaken()
  if (size <= partSize) {
    await askWhereAbsent(client, { method: 'PUT', key, body: await readPart(file, 0, Buffer.allocUnsafe(size)), signal })
    return onProgress(1)
  }
  const begun = await client.ask({ method: 'POST', key, query: { uploads: '' }, signal })
  const [uploadId] = textsOf(begun.body.toString('utf8'), 'UploadId')
  if (uploadId === undefined) throw new BackupError(`${client.where} did not begin an upload. Is S3_ENDPOINT a service that speaks S3?`)
  try {
    const tags = await sendParts(client, uploadId, { key, file, size, onProgress, signal })
    await complete(client, { key, uploadId, tags, signal })
  } catch (error) {
    // Without the signal, so that an aborted upload is removed too. Uploads of a killed node are aborted by the next one.
    await client.exchange({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
    throw error
  }
}

async function sendParts(client: S3Client, uploadId: string, { key, file, size, onProgress, signal }: Upload): Promise<string[]> {
  const length = Math.max(partSize, Math.ceil(size / mostParts))
  const count = Math.ceil(size / length)
  const tags: string[] = []
  // One buffer for all parts: discarded buffers would pile up faster than they are collected.
  const buffer = Buffer.allocUnsafe(length)
  for (let number = 1; number <= count; number += 1) {
    const start = (number - 1) * length
    const body = await readPart(file, start, buffer.subarray(0, Math.min(length, size - start)))
    const { headers } = await client.ask({ method: 'PUT', key, query: { partNumber: String(number), uploadId }, body, signal })
    if (typeof headers.etag !== 'string') throw new BackupError(`${client.where} did not say what it has of a part.`)
    tags.push(headers.etag)
    onProgress(number / count)
  }
  return tags
}

async function complete(client: S3Client, to: { key: string; uploadId: string; tags: string[]; signal: AbortSignal }): Promise<void> {
  const parts = to.tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`)
  const answer = await askWhereAbsent(client, {
    method: 'POST',
    key: to.key,
    query: { uploadId: to.uploadId },
    body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    signal: to.signal,
  })
  // S3 answers 200 at once to keep the connection, and may say in the body that it failed after all.
  if (elementsOf(answer.body.toString('utf8'), 'Error').length > 0) throw client.refusal({ ...answer, status: 500 })
}

/** Services that know no conditional writes answer 501, such as OpenStack Swift, or do not look. For them `upload` has looked. */
async function askWhereAbsent(client: S3Client, request: S3Request): Promise<OutboundResponse> {
  // Such an answer may come before the body was read, and the rest of the body would be taken for the next request.
  const answer = await client.exchange({ ...request, headers: onlyNew, isLastOfConnection: true })
  if (answer.status === 501) return client.ask(request)
  return client.accept(answer)
}

/** Calls off what killed nodes began below a folder. A key that may not list uploads leaves that to the rules of the bucket. */
export async function callOffUploads(client: S3Client, prefix: string, signal: AbortSignal): Promise<void> {
  const { status, body } = await client.exchange({ method: 'GET', query: { uploads: '', prefix }, signal })
  if (status !== 200) return
  for (const begun of elementsOf(body.toString('utf8'), 'Upload')) {
    const [[key], [uploadId]] = [textsOf(begun, 'Key'), textsOf(begun, 'UploadId')]
    if (key?.startsWith(prefix) === true && uploadId !== undefined)
      await client.exchange({ method: 'DELETE', key, query: { uploadId }, signal })
  }
}

async function readPart(file: FileHandle, position: number, part: Buffer): Promise<Buffer> {
  let filled = 0
  while (filled < part.length) {
    const { bytesRead } = await file.read(part, filled, part.length - filled, position + filled)
    if (bytesRead === 0) throw new BackupError('The file became shorter while it was sent.')
    filled += bytesRead
  }
  return part
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
