import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { SignatureV4 } from '@smithy/signature-v4'

export interface AccessKey {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** Web Crypto's and ours aside, the SDK's own signer computes what the signature has to be. */
class Sha256 {
  private readonly hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', typeof secret === 'string' ? secret : bytesOf(secret))
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.hash.update(typeof data === 'string' ? data : bytesOf(data))
  }
  digest() {
    return Promise.resolve(new Uint8Array(this.hash.digest()))
  }
  reset() {}
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView) =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)

/** When a request says that it was signed. */
export function signedAt(headers: IncomingHttpHeaders): Date {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Whether a request to S3 carries the right signature, over all that counts, and the sum of its body. */
export async function isSigned(
  request: { method: string; origin: string; path: string; headers: IncomingHttpHeaders; body: string | Buffer },
  key: AccessKey,
): Promise<boolean> {
  const { method, headers, body } = request
  const url = new URL(request.path, request.origin)
  const [, names = '', signature = ''] = /SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? []
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]))
  const signer = new SignatureV4({
    service: 's3',
    region: key.region,
    credentials: key,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const expected = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: signed,
      body,
      query: Object.fromEntries(url.searchParams),
    },
    { signingDate: signedAt(headers), signableHeaders: new Set(names.split(';')) },
  )
  const isWhole = headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex')
  return isWhole && /Signature=([0-9a-f]{64})/.exec(expected.headers['authorization'] ?? '')?.[1] === signature
}
