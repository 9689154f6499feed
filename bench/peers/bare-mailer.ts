import { createTransport } from 'nodemailer'
import { serve } from './serve.ts'

/** Sends the same e-mail again and again with nodemailer alone, and says how many milliseconds that took. */
await serve(async () => {
  const { port, mails, connections, mail } = JSON.parse(process.argv[2] ?? '') as {
    port: number
    mails: number
    connections: number
    mail: { subject: string; html: string; text: string }
  }
  const transporter = createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    maxConnections: connections,
    auth: { user: 'bench', pass: 'bench' },
  })
  const from = { name: 'Twofold', address: 'vault@example.org' }
  const numbers = Array.from({ length: mails }, (_, number) => number).values()
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const number of numbers) await transporter.sendMail({ ...mail, from, to: `person-${number}@example.org` })
    }),
  )
  const milliseconds = performance.now() - begin
  return { ready: { milliseconds }, stop: () => Promise.resolve(transporter.close()) }
})
