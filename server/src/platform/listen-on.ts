import type { FastifyInstance } from 'fastify'
import { StartError } from './start-error.ts'

interface Place {
  host: string
  port: number
  /** The variables that set them. */
  names: { host: string; port: string }
}

/** Listens, and answers the address. Throws a StartError that names the setting at fault. */
export async function listenOn(server: Pick<FastifyInstance, 'listen'>, { host, port, names }: Place): Promise<string> {
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    const elsewhere = `Set ${names.host} to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all.`
    const sentences: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken by another program. Set ${names.port} to another number.`,
      EACCES: `Port ${port} may not be used by this user. Set ${names.port} to a number above 1023.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. ${elsewhere}`,
    }
    const sentence = syscall === 'getaddrinfo' ? `The name ${host} leads to no address. ${elsewhere}` : sentences[code]
    throw sentence === undefined ? error : new StartError(sentence, { cause: error })
  }
}
