import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { exportMailLogs } from '@twofold/contract/mail-log/logs'
import { signIn } from '@twofold/contract/sessions'
import { admin, startInstallation } from './installation.ts'
import { printAims, printTable } from './print.ts'
import { startServerWith } from './server-process.ts'

/* The CSV of a million e-mails, streamed to one client: how long it takes, and how much memory the process has at most. */

const mails = 1_000_000
export async function benchMailExport(): Promise<void> {
  const installation = await startInstallation()
  await fillLog(installation.app.db)
  const server = await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web' }, 'application.ts')
  try {
    const { url } = server.ready
    const signedIn = await fetch(`${url}/api${signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    })
    const { access_token: token } = (await signedIn.json()) as { access_token: string }
    const before = (await server.usage()).memory
    const begin = performance.now()
    const counted = await countLines(`${url}/api${exportMailLogs.path}`, token)
    const seconds = (performance.now() - begin) / 1000
    // Of its whole life, as the kernel counts it: no look in between could miss it.
    const highest = (await server.usage()).peakMemory
    const megabytes = (bytes: number) => bytes / 2 ** 20
    printTable(
      ['CSV of the log of mails', 'rows', 'MB', 'seconds', 'rows/s', 'memory before', 'at most'],
      [
        [
          'streamed to one client',
          (counted.lines - 1).toLocaleString('en'),
          megabytes(counted.bytes).toFixed(0),
          seconds.toFixed(0),
          ((counted.lines - 1) / seconds).toFixed(0),
          `${megabytes(before).toFixed(0)} MB`,
          `${megabytes(highest).toFixed(0)} MB`,
        ],
      ],
    )
    printAims([
      {
        name: 'rows that arrived',
        value: counted.lines - 1,
        text: (counted.lines - 1).toLocaleString('en'),
        atLeast: mails,
        atMost: mails,
      },
      // Node.js with everything loaded, and with a password just hashed, has more than a hundred before the export begins.
      { name: 'memory for the export, MB', value: megabytes(highest - before), text: megabytes(highest - before).toFixed(0), atMost: 150 },
    ])
  } finally {
    await server.stop()
    await installation.stop()
  }
}

/** Many statements, since none may take longer than a person waits. */
async function fillLog(db: Awaited<ReturnType<typeof startInstallation>>['app']['db']) {
  const step = mails / 100
  for (let from = 0; from < mails; from += step) {
    await sql`
      insert into email_logs (id, category, class, event_name, recipient_email, recipient_name, subject, template_slug, template_name, message_id, queue,
        provider_kind, provider_response, attempts, due_at, created_at, sent_at)
      select uuidv7(), 'notification', 'optional', 'key.shared', 'person-' || number || '@example.org', 'Person ' || number, 'A key was shared with you',
        'key-shared', 'Key shared', '<' || number || '@example.org>', 'done', 'smtp', '250 OK', 1, moment, moment, moment
      from (select number, now() - make_interval(secs => number) as moment from generate_series(${from + 1}::int, ${from + step}::int) as number) as mails`.execute(
      db,
    )
  }
}

async function countLines(url: string, token: string) {
  const answer = await fetch(url, { method: exportMailLogs.method, headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok || answer.body === null) throw new Error(`The export answered ${answer.status}: ${await answer.text()}`)
  let bytes = 0
  let lines = 0
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  return { bytes, lines }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchMailExport()
