import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { type SinkAnswer, startHttpsSink, type SunkRequest } from '../../../platform/testing/https-sink.ts'
import { isSigned } from '../../../platform/testing/is-signed.ts'
import { sharedCertificate } from '../../../platform/testing/make-certificate.ts'

/** A receiver's behavior for its next batch. One that dies late has stored it, and only its answer is lost. One that leaves closes in good order. */
export type Mood = 'good' | 'dies' | 'dies late' | 'leaves'

/**
 * A syslog server over TLS that reads frames by their length (RFC 5425). `mood` is asked at each frame. One that dies resets the connection, as
 * the kernel does for a process that ends with unread data.
 */
export async function startSyslogServer(mood: () => Mood = () => 'good') {
  const certificate = sharedCertificate()
  const messages: string[] = []
  const sockets = new Set<TLSSocket>()
  const connections = new Map<number | undefined, Socket>()
  const server = createServer(certificate, (socket) => {
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const head = /^(\d{1,6}) /.exec(rest.subarray(0, 8).toString('latin1'))
        const start = head?.[0].length ?? 0
        const size = Number(head?.[1] ?? 0)
        if (head === null || rest.length < start + size) return
        const now = mood()
        if (now === 'leaves') return void socket.removeAllListeners('data').resume().end()
        if (now !== 'good') return void connections.get(socket.remotePort)?.resetAndDestroy()
        messages.push(rest.subarray(start, start + size).toString('utf8'))
        rest = rest.subarray(start + size)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connection', (raw: Socket) => connections.set(raw.remotePort, raw))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { host: 'localhost', port: (server.address() as AddressInfo).port, ca: certificate.cert, messages }
}

/** An HTTPS receiver in the test process. */
export async function startReceiver(answer: (request: SunkRequest) => SinkAnswer = () => ({ status: 204, body: '' })) {
  const sink = await startHttpsSink(answer)
  onTestFinished(() => sink.close())
  return sink
}

export const bucketKeys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-access-key', region: 'eu-central-1' }

/** A bucket that speaks as much of S3 as is used. `knowsConditions: false`: as OpenStack Swift, it refuses a condition. */
export async function startBucket(mood: () => Mood = () => 'good', { knowsConditions = true } = {}) {
  const objects = new Map<string, string>()
  const checks: Promise<boolean>[] = []
  const statuses: number[] = []
  const answer = (request: SunkRequest): SinkAnswer => {
    checks.push(isSigned({ ...request, origin: 'https://localhost' }, bucketKeys))
    const now = mood()
    if (now === 'dies') return 'drop'
    const put = () => {
      const isConditional = request.headers['if-none-match'] === '*'
      if (request.method !== 'PUT') return 400
      if (!knowsConditions && isConditional) return 501
      if (knowsConditions && !isConditional) return 400
      if (isConditional && objects.has(request.path)) return 412
      objects.set(request.path, request.body)
      return 200
    }
    const status = put()
    statuses.push(status)
    return now === 'dies late' ? 'drop' : { status, body: '' }
  }
  const sink = await startReceiver(answer)
  return { ...sink, objects, statuses, allSigned: async () => (await Promise.all(checks)).every(Boolean) }
}
