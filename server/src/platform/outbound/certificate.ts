import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { speak } from '../spoken.ts'
import type { PinnedHosts } from './pinned-host.ts'
import { connectPinned, opened } from './pinned-socket.ts'
import { placeOf } from './require-reachable.ts'

const timeoutMs = 5_000

/** Expiry of the certificate at an `https` address, valid or not. Undefined: unreachable from here, which says nothing about other clients. */
export async function readCertificateEnd(address: string, hosts: PinnedHosts): Promise<Date | undefined> {
  const { host, port } = placeOf(address)
  let socket: TLSSocket | undefined
  try {
    socket = connect({
      socket: await connectPinned(hosts, { host, port: Number(port || 443), timeoutMs }),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // The certificate is read but not relied on.
      rejectUnauthorized: false,
    })
    const { valid_to: end } = (await opened(socket, 'secureConnect', timeoutMs, speak('delivery.host_late', { host }))).getPeerCertificate()
    return end === undefined ? undefined : new Date(end)
  } catch {
    return undefined
  } finally {
    socket?.destroy()
  }
}
