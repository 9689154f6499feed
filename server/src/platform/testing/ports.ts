import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** Ports of this machine that nobody listens on. */
export async function findPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    }),
  )
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

export async function findPort(): Promise<number> {
  const [port = 0] = await findPorts(1)
  return port
}

/** Whether somebody listens on it. */
export async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
