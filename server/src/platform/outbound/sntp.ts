import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'
import { hostsFor } from './configured-client.ts'

/** Seconds from 1900, which NTP counts from, to 1970. */
const epoch = 2_208_988_800

const size = 48
const serverMode = 4

/**
 * Asks a time server once (RFC 4330) how far the clock is off, in milliseconds: positive when the clock here is behind. Rejects when no answer
 * comes in time, or none that can be trusted.
 */
export async function measureOffset({ host, port }: { host: string; port: number }, clock: Clock, timeoutMs = 2000): Promise<number> {
  // The configuration names it, so it may be in a private network.
  const [address = host] = await hostsFor(host).addressesOf(host)
  return await new Promise((resolve, reject) => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
    // The answer must repeat it, so that it cannot be forged blindly.
    const nonce = randomBytes(8)
    let asked = 0
    const end = (settle: () => void) => {
      clearTimeout(timer)
      socket.close()
      settle()
    }
    const timer = setTimeout(() => end(() => reject(new Error(`${host} did not answer within ${timeoutMs / 1000} seconds.`))), timeoutMs)
    socket.on('error', (error) => end(() => reject(error)))
    socket.on('message', (answer) => {
      const heard = clock.now()
      if (answer.length < size || !answer.subarray(24, 32).equals(nonce)) return
      end(() => settle(answer, heard))
    })
    const settle = (answer: Buffer, heard: number) =>
      knowsTime(answer)
        ? resolve((timeAt(answer, 32) - asked + (timeAt(answer, 40) - heard)) / 2)
        : reject(new Error(`${host} answered that it does not know the time itself.`))
    const question = Buffer.alloc(size)
    // No leap warning, version 4, client.
    question[0] = 0x23
    question.set(nonce, 40)
    // Not passed as a callback, which would also receive the error of an unknown host in place of 'error'.
    socket.once('connect', () => {
      asked = clock.now()
      socket.send(question)
    })
    socket.connect(port, address)
  })
}

/** Whether it is a server's answer, and the server is synchronized. */
function knowsTime(answer: Buffer): boolean {
  const [first = 0, stratum = 0] = answer
  return (first & 7) === serverMode && first >> 6 !== 3 && stratum > 0 && stratum < 16
}

/** In milliseconds since 1970. */
const timeAt = (answer: Buffer, at: number) => (answer.readUInt32BE(at) - epoch) * 1000 + (answer.readUInt32BE(at + 4) / 2 ** 32) * 1000
