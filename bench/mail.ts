import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startInstallation } from './installation.ts'
import { median } from './median.ts'
import { printAims, printTable } from './print.ts'
import { startServer, startServerWith } from './server-process.ts'

/*
 * From an event to the moment when an SMTP server has accepted its e-mail, with one worker, beside bare nodemailer that sends the same content
 * to the same server through as many connections; and what the worker's memory does meanwhile.
 */

const mailsPerRound = 1000
const rounds = 3
/** As in the application's SMTP sender. */
const connections = 3
/** The memory is watched over this many e-mails, or as many as fit into the time; told after each step. */
const longRun = { mails: 50_000, step: 10_000, milliseconds: 15 * 60_000 }

type Installation = Awaited<ReturnType<typeof startInstallation>>

export async function benchMail(): Promise<void> {
  const sink = await startServer<{ port: number }>('mail-sink.ts')
  const installation = await startInstallation()
  const { app, environment } = installation
  const worker = await startServerWith<object>({ ...environment, ROLES: 'worker' }, 'application.ts')
  try {
    const { port } = sink.ready
    const configuration = {
      host: '127.0.0.1',
      port,
      username: 'bench',
      password: 'bench',
      encryption: 'none' as const,
      from_email: 'bench@example.org',
    }
    await app.mailDelivery.providers.create({ name: 'Bench', provider: 'smtp', configuration, priority: 1 })

    let sent = 0
    async function send(mails: number): Promise<number> {
      const begin = performance.now()
      await emit(app, sent, mails)
      sent += mails
      await accepted(app, sent)
      return (mails * 1000) / (performance.now() - begin)
    }

    await send(100) // so that everything is loaded, compiled and connected
    const mail = await anyMail(app)
    const ours: number[] = []
    const bare: number[] = []
    const before = await worker.usage()
    for (let round = 0; round < rounds; round++) {
      ours.push(await send(mailsPerRound))
      bare.push(await sendBare({ port, mails: mailsPerRound, connections, mail }))
    }
    const after = await worker.usage()
    const each = (value: number) => value / (rounds * mailsPerRound)
    const rate = { ours: median(ours), bare: median(bare) }
    printTable(
      [`${mailsPerRound.toLocaleString('en')} mails, median of ${rounds} rounds`, 'mails/s', 'CPU ms/mail', 'statements/mail'],
      [
        [
          'one worker, from the event to acceptance',
          rate.ours.toFixed(0),
          each(after.cpu - before.cpu).toFixed(2),
          each(after.queries - before.queries).toFixed(1),
        ],
        ['nodemailer alone', rate.bare.toFixed(0), '', ''],
      ],
    )

    const memory: { mails: number; megabytes: number }[] = []
    const end = performance.now() + longRun.milliseconds
    const first = sent
    while (performance.now() < end && sent - first < longRun.mails) {
      await send(mailsPerRound)
      memory.push({ mails: sent - first, megabytes: (await worker.usage()).memory / 2 ** 20 })
    }
    const shown = memory.filter(({ mails }, index) => mails % longRun.step === 0 || index === memory.length - 1)
    console.log()
    printTable(
      ['Memory of the worker after', ...shown.map(({ mails }) => `${mails.toLocaleString('en')} mails`)],
      [['MB', ...shown.map(({ megabytes }) => megabytes.toFixed(0))]],
    )
    // Memory of a warm process is reached early; a leak grows until the end.
    const at = (part: number) => memory[Math.max(0, Math.ceil(memory.length * part) - 1)]?.megabytes ?? Number.NaN
    printAims([
      { name: 'mails per second, against bare nodemailer', value: rate.ours / rate.bare, atLeast: 0.5 },
      { name: 'memory at the end, against the middle', value: at(1) / at(0.5), atMost: 1.1 },
    ])
  } finally {
    await worker.stop()
    await installation.stop()
    await sink.stop()
  }
}

async function emit(app: Installation['app'], from: number, count: number) {
  for (let number = from; number < from + count; number += 100) {
    await app.transaction(async (tx) => {
      for (let person = number; person < Math.min(number + 100, from + count); person++) {
        const data = { 'actor.name': 'Ann Example', 'login.ip': '203.0.113.7' }
        await tx.emit('user.password.changed', { to: { address: `person-${person}@example.org`, language_of: null }, data })
      }
    })
  }
}

async function accepted(app: Installation['app'], count: number) {
  for (;;) {
    const { done } = await app.db
      .selectFrom('email_logs')
      .where('status', '=', 'sent')
      .select(({ fn }) => fn.countAll<number>().as('done'))
      .executeTakeFirstOrThrow()
    if (done >= count) return
    await pause(100)
  }
}

async function anyMail(app: Installation['app']) {
  const { id } = await app.db.selectFrom('email_logs').select('id').limit(1).executeTakeFirstOrThrow()
  const { subject, html_content: html, text_content: text } = await app.mailLog.logs.get(id)
  return { subject, html: html ?? '', text: text ?? '' }
}

async function sendBare(input: { port: number; mails: number; connections: number; mail: object }): Promise<number> {
  const mailer = await startServer<{ milliseconds: number }>('bare-mailer.ts', JSON.stringify(input))
  await mailer.stop()
  return (input.mails * 1000) / mailer.ready.milliseconds
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchMail()
