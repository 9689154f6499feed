import { connect, isIP, type Socket } from 'node:net'
import { speak } from '../spoken.ts'
import type { PinnedHosts } from './pinned-host.ts'

/** A plain connection to a checked address of `host`. Throws the HostRefusedError, or the system's error. */
export async function connectPinned(
  hosts: PinnedHosts,
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
): Promise<Socket> {
  if (isIP(host) !== 0) await hosts.addressesOf(host) // `connect` looks up names only
  return opened(connect({ host, port, lookup: hosts.lookup }), 'connect', timeoutMs, speak('delivery.host_unreachable', { host }))
}

/** Once `event` says that the socket is open; after `timeoutMs` fails with the message `late`. */
export async function opened<Opening extends Socket>(
  socket: Opening,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
  late: string,
): Promise<Opening> {
  const { promise, resolve, reject } = Promise.withResolvers<Opening>()
  const timer = setTimeout(() => {
    reject(Object.assign(new Error(late), { code: 'ETIMEDOUT' }))
    socket.destroy()
  }, timeoutMs)
  socket.once('error', reject)
  socket.once(event, () => resolve(socket))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
