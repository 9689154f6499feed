import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { speak } from '../spoken.ts'
import type { PinnedHosts } from './pinned-host.ts'
import { connectPinned, opened } from './pinned-socket.ts'

export interface TlsTarget {
  host: string
  port: number
  /** PEM; trusted instead of the public certificate authorities. */
  ca?: string | undefined
  timeoutMs: number
}

/** A connection by TLS to a checked address, its certificate verified for the host. Throws the HostRefusedError, or the system's error. */
export async function connectTlsPinned(hosts: PinnedHosts, { host, port, ca, timeoutMs }: TlsTarget): Promise<TLSSocket> {
  const plain = await connectPinned(hosts, { host, port, timeoutMs })
  const socket = connect({
    socket: plain,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
  })
  return opened(socket, 'secureConnect', timeoutMs, speak('delivery.host_late', { host }))
}
