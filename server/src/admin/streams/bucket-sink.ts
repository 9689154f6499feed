import { hash as digest } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { speak } from '../../platform/spoken.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { pauseAskedBy } from './retry-schedule.ts'
import { type Batch, DeliveryError, type Sink } from './stream-batch.ts'

export interface Bucket {
  endpoint: string
  region: string
  bucket: string
  prefix?: string | undefined
  access_key_id: string
  secret_access_key: string
}

/** Listed by name, objects are in the order of the chain. The hash makes the name say what the object holds. */
function objectName({ prefix = '' }: Pick<Bucket, 'prefix'>, { first, last, hash }: Batch): string {
  const digits = (sequence: number) => String(sequence).padStart(16, '0')
  return `${prefix.replace(/\/*$/, prefix === '' ? '' : '/')}${digits(first)}-${digits(last)}-${hash.slice(0, 16)}.jsonl`
}

/** Writes one object per batch to an S3 bucket, unless one of that name exists. */
export function createBucketSink(target: Bucket, deps: { client: Pick<OutboundClient, 'exchange'>; now: () => number }): Sink {
  async function put(batch: Batch, body: string, condition: Record<string, string>, signal: AbortSignal) {
    const base = target.endpoint.replace(/\/+$/, '')
    const signed = await new AwsV4Signer({
      method: 'PUT',
      url: `${base}/${target.bucket}/${objectName(target, batch)}`,
      headers: { 'content-type': 'application/x-ndjson', 'x-amz-content-sha256': digest('sha256', body, 'hex'), ...condition },
      body,
      accessKeyId: target.access_key_id,
      secretAccessKey: target.secret_access_key,
      service: 's3',
      region: target.region,
      datetime: new Date(deps.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      allHeaders: true,
    }).sign()
    const headers = {
      ...Object.fromEntries(signed.headers),
      // A server that rejects the condition may not have read the body, and would parse the rest of it as the next request.
      ...('if-none-match' in condition ? { connection: 'close' } : {}),
      'content-length': String(Buffer.byteLength(body)),
    }
    return deps.client.exchange({ url: signed.url, method: 'PUT', headers, body, signal })
  }

  return {
    async deliver(batch, signal) {
      const body = batch.events.map(({ json }) => `${json}\n`).join('')
      let answer = await put(batch, body, { 'if-none-match': '*' }, signal)
      // A service that knows no conditional writes. What it may write once more has the same name and the same rows.
      if (answer.status === 501) answer = await put(batch, body, {}, signal)
      const { status, headers } = answer
      // 412: it is there already, because the answer to an earlier try was lost. Its name says that it holds the same rows.
      if (status !== 412 && (status < 200 || status > 299))
        throw new DeliveryError(speak('delivery.bucket_answered', { status: String(status) }), pauseAskedBy(headers, deps.now()))
    },
  }
}
