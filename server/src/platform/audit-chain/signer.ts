import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { Crypto } from '../crypto/crypto.ts'
import { canonicalJson } from './canonical-row.ts'

/** A signature and its signer: public key (DER, SPKI) and signature in base64. */
export interface Signed<Statement extends { kind: string }> {
  statement: Statement
  public_key: string
  signature: string
}

/** Up to which row the chain was whole at a moment. */
export interface CheckpointStatement {
  kind: 'twofold-audit-checkpoint-1'
  sequence: number
  hash: string
  signed_at: string
}
export type Checkpoint = Signed<CheckpointStatement>

/** The beginning of the chain after retention removed rows: all up to `sequence`, whose last hash is `hash`, were older than `until`. */
export interface BeginningStatement {
  kind: 'twofold-audit-beginning-1'
  sequence: number
  hash: string
  until: string
  signed_at: string
}
export type Beginning = Signed<BeginningStatement>

/** Everything of a private key in PKCS #8 that comes before the 32 bytes of Ed25519. */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

const bytesOf = (statement: object) => Buffer.from(canonicalJson(statement))

/**
 * Signs with the key of the installation. The key follows from a keyring of its own, so it is the same on every node, outlives a change of
 * the root key, and comes back with a backup.
 */
export function createAuditSigner(crypto: Pick<Crypto, 'mac'>) {
  const seed = crypto.mac('audit-signature', 'Ed25519').mac
  const privateKey = createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: <Statement extends { kind: string }>(statement: Statement): Signed<Statement> => ({
      statement,
      public_key: publicKey,
      signature: sign(null, bytesOf(statement), privateKey).toString('base64'),
    }),
  }
}

export type AuditSigner = ReturnType<typeof createAuditSigner>

/** Fingerprint for people to compare: 'SHA256:' and the hash of the public key, in SSH's form. */
export function fingerprintOf(publicKey: string): string {
  return `SHA256:${createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64').replace(/=+$/, '')}`
}

export function isSignatureValid({ statement, public_key, signature }: Signed<{ kind: string }>): boolean {
  try {
    // Several texts in base64 have the same bytes; only the one that is written counts.
    if (Buffer.from(signature, 'base64').toString('base64') !== signature) return false
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, bytesOf(statement), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
