import { BackupError } from '../backup.error.ts'

/*
 * Parses the S3 answers we use: flat lists of texts. This small reader expands no entities and takes nothing from a document but what was requested.
 */

/** The contents of every `<name>` without children. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescapeXml(text))
}

/** The insides of every `<name>`, with children. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

/** Explains a refused request to a person. `aheadMs`: how far our clock is ahead of the service's. */
export function explainRefusal(status: number, body: string, aheadMs: number | undefined, where: string): BackupError {
  // Kept and shown with the copy, so it is a word or nothing.
  const code = textsOf(body, 'Code').find((one) => /^\w{1,100}$/.test(one)) ?? ''
  const said = sentenceFor(status, code, aheadMs, where) ?? `${where} answered ${[String(status), code].filter(Boolean).join(' ')}.`
  return new BackupError(said)
}

function sentenceFor(status: number, code: string, aheadMs: number | undefined, where: string): string | undefined {
  if (status >= 300 && status < 400) {
    return `${where} sends requests on to another address, which is not followed. Set S3_ENDPOINT and S3_REGION to where the bucket is.`
  }
  if (code === 'RequestTimeTooSkewed') return `${where} refuses requests because of their time. ${skewText(aheadMs)}`
  if (code === 'NoSuchBucket') return `${where} has no such bucket. Make it, or mend S3_BUCKET.`
  if (code === 'InvalidAccessKeyId') return `${where} does not know the access key. Mend S3_ACCESS_KEY.`
  if (code === 'SignatureDoesNotMatch') return `${where} does not take the signature. Mend S3_SECRET_KEY or S3_REGION.`
  if (code === 'PreconditionFailed') return `${where} has an object of this name already, and it was not replaced.`
  if (code === 'NoSuchKey') return `${where} no longer has this file.`
  if (status === 403) return `${where} refuses: the access key may not do this. Give it the rights to list, read and write below S3_PREFIX.`
  if (status === 404) return `${where} does not have it. Mend S3_ENDPOINT or S3_BUCKET.`
  if (status === 501)
    return `${where} does not support what Twofold needs (501${code === '' ? '' : ` ${code}`}). Choose another S3 service.`
  if (status === 507 || code === 'QuotaExceeded') return `${where} has no room left.`
  if (status === 429 || code === 'SlowDown' || status >= 500)
    return `${where} cannot take requests now (${status}). The next backup tries again.`
  return undefined
}

function skewText(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return 'Set the clock of this machine right.'
  const minutes = Math.round(Math.abs(aheadMs) / 60_000)
  return `The clock of this machine is ${minutes} minutes ${aheadMs > 0 ? 'ahead' : 'behind'}: set it right.`
}
