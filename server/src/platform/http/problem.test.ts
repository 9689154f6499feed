import { onTestFinished, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer } from './server.ts'

test('a client that goes while its answer is compressed is no failure of the server', async () => {
  const lines: string[] = []
  const server = await createHttpServer({
    log: createLog('error', { write: (line) => void lines.push(line) }),
    trustedProxies: [],
    isHttps: () => false,
  })
  onTestFinished(() => server.close())
  const client = new AbortController()
  const over = Promise.withResolvers<void>()
  server.post('/', async (request, reply) => {
    const gone = new Promise((resolve) => request.raw.socket.once('close', resolve))
    reply.raw.once('close', () => setImmediate(over.resolve))
    client.abort()
    await gone
    return 'words '.repeat(500_000)
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const asking = fetch(address, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' }, signal: client.signal })
  await expect(asking).rejects.toThrow()
  await over.promise
  await new Promise(setImmediate)
  expect(lines).toEqual([])
})
