import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import type { PinnedHosts } from './pinned-host.ts'
import { connectPinned } from './pinned-socket.ts'

export interface TlsTarget {
  host: string
  port: number
  /** PEM; trusted instead of the public certificate authorities. */
  ca?: string | undefined
  timeoutMs: number
}

/** A connection by TLS to a checked address, its certificate verified for the host. Throws the HostRefusedError, or the system's error. */
export async function connectTlsPinned(hosts: PinnedHosts, { host, port, ca, timeoutMs }: TlsTarget): Promise<TLSSocket> {
  const plain = await connectPinned(hosts, { host, port, timeout: timeoutMs })
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>()
  const socket = connect({
    socket: plain,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
  })
  const timer = setTimeout(() => {
    reject(Object.assign(new Error(`${host} did not answer in time.`), { code: 'ETIMEDOUT' }))
    socket.destroy()
  }, timeoutMs)
  socket.once('error', reject)
  socket.once('secureConnect', () => resolve(socket))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
