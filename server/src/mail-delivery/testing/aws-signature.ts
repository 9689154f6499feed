import { createHash, createHmac } from 'node:crypto'
import type { SunkRequest } from '../../platform/testing/https-sink.ts'

/** Keys of an account, as AWS knows them. */
export interface AwsAccount {
  key: string
  secret: string
  region: string
}

/**
 * Checks the signature of a request as AWS does, written from the description of Signature Version 4 and not from the SDK. Answers the name
 * of the error that AWS would answer with, or undefined.
 */
export function checkAwsSignature({ method, path, headers, body }: SunkRequest, account: AwsAccount, service: string): string | undefined {
  const authorization = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  const [, credential, signedHeaders, signature] = authorization ?? []
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return 'MissingAuthenticationTokenException'
  const [key, date = '', region = '', forService, ending] = credential.split('/')
  if (key !== account.key) return 'UnrecognizedClientException'
  if (region !== account.region || forService !== service || ending !== 'aws4_request') return 'InvalidSignatureException'

  const time = String(headers['x-amz-date'] ?? '')
  const names = signedHeaders.split(';')
  const isCovered = names.includes('host') && names.includes('x-amz-date') && time.startsWith(date)
  if (!isCovered) return 'IncompleteSignatureException'

  const url = new URL(path, 'https://host')
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    method,
    url.pathname.split('/').map(encode).join('/'), // each part twice encoded: once in the path, once here
    query.join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signingKey = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${account.secret}`,
  )
  return hmac(signingKey, toSign).toString('hex') === signature ? undefined : 'InvalidSignatureException'
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
