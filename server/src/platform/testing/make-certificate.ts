import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate that signed itself, so that it is its own `ca`. PEM. */
export interface TestCertificate {
  key: string
  cert: string
}

/** Node makes no certificates, so this writes the few structures of X.509 that one needs (RFC 5280 §4.1), with an RSA key. */
export function makeCertificate(options: { names?: readonly string[]; notBefore?: Date; notAfter?: Date } = {}): TestCertificate {
  const { names = ['localhost', '127.0.0.1'], notBefore = new Date('2020-01-01'), notAfter = new Date('2049-01-01') } = options
  const { publicKey, privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const name = sequence(set(sequence(objectId('550403'), der(0x0c, Buffer.from(names[0] ?? 'test')))))
  const signature = sequence(objectId('2a864886f70d01010b'), der(0x05, empty)) // sha256WithRSAEncryption
  const certificate = sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    signature,
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey,
    der(0xa3, sequence(alternativeNames(names), basicConstraints)),
  )
  const signed = sequence(certificate, signature, bits(sign('RSA-SHA256', certificate, createPrivateKey(key))))
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n` }
}

const shared = new Map<string, TestCertificate>()

/** One for all servers of these names in a test file, as making a key takes time. */
export function sharedCertificate(names: readonly string[] = ['localhost', '127.0.0.1']): TestCertificate {
  const certificate = shared.get(names.join()) ?? makeCertificate({ names })
  shared.set(names.join(), certificate)
  return certificate
}

const empty = Buffer.alloc(0)

function der(tag: number, content: Buffer): Buffer {
  const size = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex')
  const length = content.length < 0x80 ? size : Buffer.concat([Buffer.from([0x80 | size.length]), size])
  return Buffer.concat([Buffer.from([tag]), length, content])
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))
const set = (content: Buffer) => der(0x31, content)
const integer = (value: Buffer) => der(0x02, value)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const bits = (content: Buffer) => der(0x03, Buffer.concat([Buffer.from([0]), content]))
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`)) // UTCTime: up to 2049

const extension = (id: string, content: Buffer) => sequence(objectId(id), der(0x04, content))
const basicConstraints = extension('551d13', sequence(der(0x01, Buffer.from([0xff])))) // may sign: itself

function alternativeNames(names: readonly string[]): Buffer {
  const encoded = names.map((name) =>
    isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  )
  return extension('551d11', sequence(...encoded))
}
