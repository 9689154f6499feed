import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { PinnedHosts } from './pinned-host.ts'

/** A plain connection to a checked address of `host`, within `timeout` milliseconds. Throws the HostRefusedError, or the system's error. */
export async function connectPinned(hosts: PinnedHosts, to: { host: string; port: number; timeout: number }): Promise<Socket> {
  const { host, port, timeout } = to
  if (isIP(host) !== 0) await hosts.addressesOf(host) // `connect` looks up names only
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host, port, lookup: hosts.lookup })
  const timer = setTimeout(() => {
    reject(Object.assign(new Error(`${host} cannot be reached.`), { code: 'ETIMEDOUT' }))
    socket.destroy()
  }, timeout)
  socket.once('error', reject)
  socket.once('connect', () => resolve(socket))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
