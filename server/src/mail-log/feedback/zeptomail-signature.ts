import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Verdict on a posted body. `payload` is exactly the signed text: nothing else of the body may be used. */
export type ZeptomailSignature = { kind: 'signed'; payload: string; key: number } | { kind: 'probe' } | { kind: 'forged'; reason: string }

/**
 * Checks `producer-signature: ts=<ms>;s=<url-encoded base64>;s-algorithm=HmacSHA256` against the authentication keys of our mail agents. As
 * documented, the MAC covers the text after the first `=` of the URL-decoded body; the raw body is tried too, as some agents post plain JSON.
 * Registering a webhook posts to it without a signature and expects a 200: that is `probe`, whose content is ignored. The MAC does not cover `ts`, so
 * it proves nothing; repetitions are detected by the request id. `key` is the index of the matching key.
 */
export function checkZeptomailSignature(body: string, header: string | undefined, keys: readonly string[]): ZeptomailSignature {
  if (header === undefined || header.trim() === '') return { kind: 'probe' }
  const fields = new Map(
    header.split(';').map((field) => {
      const [name = '', ...value] = field.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()]
    }),
  )
  if (fields.get('s-algorithm')?.toLowerCase() !== 'hmacsha256') return { kind: 'forged', reason: 'The algorithm is not known.' }
  const signature = decode(fields.get('s') ?? '')
  if (signature === undefined || signature === '') return { kind: 'forged', reason: 'There is no signature.' }
  for (const payload of [formPayload(body), body]) {
    if (payload === undefined) continue
    const key = keys.findIndex((candidate) => candidate !== '' && isEqual(macOf(payload, candidate), signature))
    if (key !== -1) return { kind: 'signed', payload, key }
  }
  return { kind: 'forged', reason: 'The signature is wrong.' }
}

const macOf = (payload: string, key: string) => createHmac('sha256', key).update(payload, 'utf8').digest('base64')

/** Constant time, whatever the lengths. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

function formPayload(body: string): string | undefined {
  const decoded = decode(body.replaceAll('+', ' '))
  const start = decoded?.indexOf('=') ?? -1
  return start === -1 ? undefined : decoded?.slice(start + 1)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
