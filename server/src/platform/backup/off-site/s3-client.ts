import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../../clock.ts'
import type { OffSiteTarget } from '../../config-off-site.ts'
import { createConfiguredClient } from '../../outbound/configured-client.ts'
import { OutboundError, type OutboundRequest, type OutboundResponse, type OutboundTimeouts } from '../../outbound/outbound-client.ts'
import { BackupError } from '../backup.error.ts'
import { explainRefusal } from './s3-answers.ts'

/** An answer may take as long as a part takes over a slow line: 8 MiB at 28 kB a second. */
const defaultTimeouts: OutboundTimeouts = { connect: 10_000, response: 300_000 }
/** A page of a listing has a thousand names of at most a kilobyte. */
const largestAnswer = 2 * 1024 * 1024

export interface S3Request {
  method: OutboundRequest['method']
  /** Undefined: the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** Bytes that the answer may have. */
  largest?: number
  /** The connection is closed after the answer. */
  isLastOfConnection?: boolean
  signal?: AbortSignal | undefined
}

/** Requests to one bucket, signed (Signature Version 4) with the sum of what they carry, so the service notices what changed on the way. */
export function createS3Client(
  target: OffSiteTarget,
  { clock, timeouts = defaultTimeouts }: { clock: Clock; timeouts?: OutboundTimeouts },
) {
  const client = createConfiguredClient(target.endpoint, [], timeouts)
  const where = `${new URL(target.endpoint).host}/${target.bucket}`

  async function exchange({ method, key, query = {}, headers = {}, body, largest = largestAnswer, signal, isLastOfConnection }: S3Request) {
    const url = new URL(`${target.endpoint}/${target.bucket}${key === undefined ? '' : `/${encodeKey(key)}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '', 'hex') },
      accessKeyId: target.accessKey,
      secretAccessKey: target.secretKey,
      service: 's3',
      region: target.region,
      datetime: clock
        .date()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
      allHeaders: true,
    }).sign()
    try {
      return await client.exchange({
        url: signed.url,
        method,
        headers: {
          ...Object.fromEntries(signed.headers),
          ...(isLastOfConnection === true ? { connection: 'close' } : {}),
          'content-length': String(body === undefined ? 0 : Buffer.byteLength(body)),
        },
        ...(body === undefined ? {} : { body }),
        largest,
        signal: signal ?? new AbortController().signal,
      })
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof OutboundError)) throw error
      throw new BackupError(`${where} cannot be reached: ${error.message}`, { cause: error })
    }
  }

  /** The service's refusal as a sentence. */
  function refusal({ status, headers, body }: OutboundResponse): BackupError {
    const theirs = Date.parse(headers.date ?? '')
    return explainRefusal(status, body.toString('utf8'), Number.isNaN(theirs) ? undefined : clock.now() - theirs, where)
  }

  function accept(answer: OutboundResponse): OutboundResponse {
    if (answer.status < 200 || answer.status > 299) throw refusal(answer)
    return answer
  }

  return {
    /** The host and the bucket, for people. */
    where,
    exchange,
    refusal,
    /** Throws a BackupError that says what is wrong, unless the answer is a success. */
    ask: async (request: S3Request): Promise<OutboundResponse> => accept(await exchange(request)),
    accept,
    isTaken: () => explainRefusal(412, '<Code>PreconditionFailed</Code>', undefined, where),
    close: () => client.close(),
  }
}

const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/')

export type S3Client = ReturnType<typeof createS3Client>
