import { canonicalAddress } from './counted-address.ts'
import type { Client } from '../identity.ts'

/** A delayed act runs without a browser; it is attributed to the address that requested it. */
export function unattended(address: string): Client {
  const network = canonicalAddress(address)
  return { address, network, userAgent: undefined, languages: undefined, isBrowser: false, device: () => undefined }
}
