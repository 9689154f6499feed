import { AwsV4Signer } from 'aws4fetch'
import type { SesConfiguration } from '@twofold/contract/mail-delivery/providers'
import type { OutboundClient, OutboundResponse } from '../../platform/outbound/outbound-client.ts'

/** An answer that is no success. The name is that of the error at SES, such as `MessageRejected`. */
export class SesError extends Error {
  readonly status: number
  constructor(name: string, message: string, status: number) {
    super(message)
    this.name = name
    this.status = status
  }
}

/** Milliseconds by which a clock may be wrong before AWS refuses what it signed. */
const toleratedSkewMs = 300_000

/**
 * Signed calls (Signature Version 4) of Amazon SES. Each is made once, since nothing in a request tells a repetition: repeating is decided by the
 * delivery. Throws a `SesError` for an answer that refuses, and an `OutboundError` where none came.
 */
export function createSesCalls(
  { key, secret = '', region }: SesConfiguration,
  deps: { https: OutboundClient; endpoint?: string; now?: () => number },
) {
  const { https, now = Date.now } = deps
  const base = `${deps.endpoint ?? `https://email.${region}.amazonaws.com`}/v2/email/`
  /** Milliseconds by which the clock of AWS is ahead of ours, where ours is so wrong that it matters. */
  let offset = 0

  async function call(method: 'GET' | 'POST', path: string, body: string | undefined, signal: AbortSignal): Promise<unknown> {
    const signed = await new AwsV4Signer({
      method,
      url: base + path,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
      accessKeyId: key,
      secretAccessKey: secret,
      service: 'ses',
      region,
      datetime: new Date(now() + offset).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      allHeaders: true,
    }).sign()
    const answer = await https.exchange({
      url: signed.url,
      method,
      headers: { ...Object.fromEntries(signed.headers), 'content-length': String(Buffer.byteLength(body ?? '')) },
      ...(body === undefined ? {} : { body }),
      propagatesTrace: true,
      signal,
    })
    const theirs = Date.parse(answer.headers.date ?? '')
    if (Math.abs(theirs - now() - offset) >= toleratedSkewMs) offset = theirs - now()
    return readAnswer(answer)
  }

  return {
    get: (path: string, signal: AbortSignal) => call('GET', path, undefined, signal),
    post: (path: string, input: object, signal: AbortSignal) => call('POST', path, JSON.stringify(input), signal),
  }
}

function readAnswer({ status, headers, body }: OutboundResponse): unknown {
  const isSuccess = status >= 200 && status < 300
  const read = readObject(body.toString('utf8') || '{}')
  if (read === undefined)
    throw new SesError('UnreadableAnswer', `Amazon SES answered ${status} with something that is no JSON object.`, status)
  if (isSuccess) return read
  const said = (name: string) => (typeof read[name] === 'string' ? read[name] : undefined)
  // `Name:http://internal…` in the header, `prefix#Name` in the body.
  const type = headers['x-amzn-errortype']?.toString() ?? said('code') ?? said('__type') ?? 'UnknownError'
  const name = type.split(/[,:]/)[0]?.split('#').at(-1) ?? type
  throw new SesError(name, said('message') ?? said('Message') ?? `Amazon SES answered ${status}.`, status)
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
