import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchForEnd } from '../platform/end-of-process.ts'
import type { Config } from '../platform/config.ts'
import { createLog, type Log } from '../platform/log.ts'
import { samplePassword, samplePeople, samplePin } from './sample-data.ts'
import { seed, type SeededServices } from './seed.ts'

type Start = (options: { config: Config; log: Log; durable: false }) => Promise<SeededServices & { stop: () => Promise<void> }>

/** A running application on a throw-away database with sample people, keys and shares, until it is stopped. */
export async function runDemo(config: Config, start: Start): Promise<void> {
  const { endWith } = watchForEnd()
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-demo-'))
  const log = createLog('warn')
  const running = await start({
    config: {
      ...config,
      dataDir,
      databaseUrl: undefined,
      admin: undefined,
      masterKey: { value: undefined, file: undefined, previous: undefined },
    },
    log,
    durable: false,
  })
  const stop = async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  endWith({ stop, mostMs: 15_000 }, log)
  const program = await seed(running)

  const people = samplePeople.map(
    ({ name, email, role }) => `    ${email.padEnd(20)} ${role === 'admin' ? 'administrator' : 'user'}  (${name})`,
  )
  console.log(`
  Twofold with sample data is ready at ${config.appUrl}
  Nothing here is kept: the database is deleted when you stop this.

  Sign in as
${people.join('\n')}
  with the password  ${samplePassword}  (PIN ${samplePin})

  A program takes a code that nobody else gets:
    curl --silent --request POST ${config.appUrl}/api/keys/${program.keyId}/take \\
      --header "Authorization: Bearer ${program.token}" --header "Content-Type: application/json" --data "{}"
`)
}
