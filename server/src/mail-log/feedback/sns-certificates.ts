import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'

/** The PEM text at an address that was checked. Throws when it cannot be had. */
export type FetchCertificate = (url: URL) => Promise<string>

/** Fetches certificates: no redirects, checked hosts. */
export function createCertificateFetcher(https: OutboundClient): FetchCertificate {
  return async (url) => {
    const { status, body } = await https.exchange({ url, method: 'GET', signal: AbortSignal.timeout(10_000) })
    if (status !== 200) throw new Error(`The certificate cannot be fetched: HTTP ${status}.`)
    return body.toString('utf8')
  }
}

/** Amazon has a handful of them; the cap keeps forged messages from filling the memory. */
const most = 20

/** The public keys of Amazon's certificates, each fetched once, and good while its certificate is valid. */
export function createSnsCertificates(deps: { fetchCertificate: FetchCertificate; clock: Clock }) {
  const known = new Map<string, Promise<X509Certificate>>()

  async function fetch(url: URL) {
    return new X509Certificate(await deps.fetchCertificate(url))
  }

  return {
    /** Throws when the certificate cannot be fetched, is not valid now, or has another kind of key. */
    async keyAt(url: URL): Promise<KeyObject> {
      let fetching = known.get(url.href)
      if (fetching === undefined) {
        if (known.size >= most) known.clear()
        fetching = fetch(url)
        known.set(url.href, fetching)
      }
      try {
        const certificate = await fetching
        const now = deps.clock.now()
        if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo))
          throw new Error('The certificate is not valid now.')
        if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error('The certificate has no RSA key.')
        return certificate.publicKey
      } catch (error) {
        known.delete(url.href) // the failure may be temporary, or the certificate renewed
        throw error
      }
    },
  }
}

export type SnsCertificates = ReturnType<typeof createSnsCertificates>
