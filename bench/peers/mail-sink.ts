import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { serve } from './serve.ts'

/** An SMTP server that takes every e-mail, reads it to its end, and forgets it. */
await serve(async () => {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (_credentials, _session, done) => done(null, { user: 'bench' }),
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () => done(null))
    },
  })
  server.on('error', () => {}) // connections that clients break
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return { ready: { port }, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
})
