import { once } from 'node:events'
import { connect } from 'node:net'

/*
 * A load generator shares the cores with what it measures, so that the quicker server is charged more for it. This one
 * sends the same bytes again and again, and reads no more of an answer than its status and where it ends.
 */

export interface Sent {
  requests: number
  /** Seconds. */
  duration: number
  /** Of each request, in milliseconds. */
  latencies: number[]
}

/**
 * GETs `url` over a connection for each of `headers`, the next when the last is answered. Throws at any answer but 200, and at one
 * that is neither counted nor in chunks.
 */
export async function sendRequests(url: string, headers: readonly Record<string, string>[], seconds: number): Promise<Sent> {
  const start = performance.now()
  const latencies = await Promise.all(headers.map((own) => sendOver(new URL(url), own, start + seconds * 1000)))
  const duration = (performance.now() - start) / 1000
  const all = latencies.flat()
  return { requests: all.length, duration, latencies: all }
}

async function sendOver({ hostname, port, host, pathname }: URL, headers: Record<string, string>, end: number): Promise<number[]> {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const latencies: number[] = []
  let start = 0
  let isWhole = beginAnswer()
  const next = () => {
    start = performance.now()
    isWhole = beginAnswer()
    socket.write(request)
  }
  socket.on('data', (part) => {
    try {
      if (!isWhole(part)) return
    } catch (error) {
      socket.destroy(error as Error)
      return
    }
    const now = performance.now()
    latencies.push(now - start)
    if (now < end) next()
    else socket.destroy()
  })
  next()
  // Rejects at an error of the socket.
  await once(socket, 'close')
  if (performance.now() < end) throw new Error(`${host}${pathname}: the connection was closed.`)
  return latencies
}

const endOfHead = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** Takes one answer part by part and says whether it is whole. Its head has to be in the first part, as it is on loopback. */
function beginAnswer() {
  let left: number | undefined
  let isInChunks = false
  return (part: Buffer): boolean => {
    let body = part.length
    if (left === undefined) {
      const bodyAt = part.indexOf(endOfHead) + endOfHead.length
      const head = part.toString('latin1', 0, bodyAt)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      isInChunks = length === undefined && /\r\ntransfer-encoding: chunked/i.test(head)
      if (!head.startsWith('HTTP/1.1 200 ') || (length === undefined && !isInChunks)) throw new Error(`Answered ${head}`)
      left = Number(length ?? 0)
      body -= bodyAt
    }
    left -= body
    return isInChunks ? part.subarray(-lastChunk.length).equals(lastChunk) : left <= 0
  }
}
