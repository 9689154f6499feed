import { type Complaint, complain } from '../complaint.ts'
import { fail } from '../fail.ts'
import { HostRefusedError, type PinnedHosts } from './pinned-host.ts'

export interface Reach {
  hosts: PinnedHosts
  /** Whether the operator listed the host, which also allows unusual ports. */
  isListed: (host: string) => boolean
}

/** `port` is empty where it is the usual one. */
export interface Place {
  host: string
  port: string
}

export function placeOf(url: string): Place {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port }
}

export const mayUsePort = ({ host, port }: Place, isListed: Reach['isListed']): boolean => port === '' || isListed(host)

/** Reports the problem on the field while the user is still there. The name may resolve differently later, so each connection checks again. */
export async function requireReachable({ hosts, isListed }: Reach, field: string, place: Place): Promise<void> {
  const refuse = (complaint: Complaint) => fail('request.invalid', { errors: { [field]: [complaint] } })
  if (!mayUsePort(place, isListed)) throw refuse(complain('complaint.port', { port: place.port }))
  await hosts.addressesOf(place.host).catch((error: unknown) => {
    if (error instanceof HostRefusedError) throw refuse(complain('complaint.host', { host: error.host, variable: error.variable }))
    // The name may be unknown only for now.
  })
}
