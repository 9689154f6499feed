import { type PublicKeySet, readPublicKeys } from '@twofold/contract/public-keys'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import type { PinnedHosts } from '../platform/outbound/pinned-host.ts'

const timeoutMs = 5_000

export interface AskedIssuer {
  issuer: string
  jwks_host: string | null
}

const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

/** Fetches an issuer's published keys: by HTTPS, or by HTTP from this machine; only from its own host or the one configured with it. */
export async function fetchIssuerKeys({ issuer, jwks_host: jwksHost }: AskedIssuer, hosts: PinnedHosts): Promise<PublicKeySet> {
  const base = new URL(issuer)
  const isPlain = base.protocol === 'http:' && isLoopback(base)
  const client = createOutboundClient({
    hosts,
    timeouts: { connect: timeoutMs, response: timeoutMs },
    ...(isPlain ? { plainOrigin: base.origin } : {}),
  })
  const signal = AbortSignal.timeout(2 * timeoutMs)
  const read = async (url: URL) => {
    const { status, body } = await client.exchange({ url, method: 'GET', headers: { accept: 'application/json' }, signal })
    if (status !== 200) throw new Error(`The issuer answered ${status}.`)
    return body.toString()
  }
  try {
    const found = JSON.parse(await read(new URL(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`))) as Record<
      string,
      unknown
    >
    if (found['issuer'] !== issuer) throw new Error('The issuer calls itself otherwise.')
    const url = new URL(String(found['jwks_uri']))
    if (url.host !== base.host && url.host !== jwksHost) throw new Error('The issuer keeps its keys at another host.')
    const keys = readPublicKeys(await read(url))
    if (keys === undefined) throw new Error('The issuer publishes no public keys.')
    return keys
  } finally {
    client.close()
  }
}
