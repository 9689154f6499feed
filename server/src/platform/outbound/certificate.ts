import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

const timeoutMs = 5_000

/** Expiry of the certificate at an `https` address, valid or not. Undefined: unreachable from here, which says nothing about other clients. */
export async function readCertificateEnd(address: string): Promise<Date | undefined> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // The certificate is read but not relied on.
    rejectUnauthorized: false,
    timeout: timeoutMs,
  })
  socket.once('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    const { valid_to: end } = socket.getPeerCertificate()
    return end === undefined ? undefined : new Date(end)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
