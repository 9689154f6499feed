import { canonicalAddress } from './client-address.ts'
import type { Client } from '../identity.ts'

/** Nobody is at a browser when an act that waited is carried out; it counts as coming from where it was asked. */
export function unattended(address: string): Client {
  const network = canonicalAddress(address)
  return { address, network, userAgent: undefined, languages: undefined, isBrowser: false, device: () => undefined }
}
