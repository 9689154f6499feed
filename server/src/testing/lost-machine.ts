import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateCodes } from '@twofold/contract/codes'
import { signIn } from '@twofold/contract/sessions'
import { expect, onTestFinished } from 'vitest'
import { createObjectStore } from '../platform/backup/off-site/object-store.ts'
import { systemClock } from '../platform/clock.ts'
import type { OffSiteTarget } from '../platform/config-off-site.ts'
import { bareEnvironment } from './bare-environment.ts'
import { eventually } from './eventually.ts'
import { serverProgram } from './server-program.ts'
import { createClient, createPerson, startTestApp, testPassword } from './start-test-app.ts'
import { startNode } from './start-node.ts'

/** Variables that the operations page tells an operator to set, and the command after them. */
const variables = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_FILE', 'S3_SECRET_KEY_FILE', 'BACKUP_PASSWORD_FILE']
const command = ['--from', 's3']

const byId = ([a = '']: string[], [b = '']: string[]) => a.localeCompare(b)

/** A machine that has nothing but what the operations page has an operator write down. */
export async function startNewMachine(given: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-new-machine-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env: Record<string, string> = { DATA_DIR: join(folder, 'data') }
  for (const name of variables) {
    const value = given[name.replace(/_FILE$/, '')] ?? ''
    env[name] = value
    if (!name.endsWith('_FILE')) continue
    env[name] = join(folder, name)
    await writeFile(env[name], `${value}\n`)
  }
  return {
    env,
    restore: async (...input: string[]) =>
      promisify(execFile)(process.execPath, [await serverProgram('cli'), 'restore', ...input], {
        env: { ...bareEnvironment(), ...env },
      }),
  }
}

/** A machine is lost: the bucket and one secret bring every code back on a new one, by the commands of the document. */
export async function loseMachine(s3: { target: OffSiteTarget; env: Record<string, string> }): Promise<void> {
  const store = createObjectStore(s3.target, { clock: systemClock })
  onTestFinished(() => store.close())
  const names = async () => (await store.list('')).map(({ key }) => key)
  const secrets = { ...s3.env, BACKUP_PASSWORD: 'a-long-backup-password' }
  const lost = await startTestApp({ env: secrets })
  const ann = await lost.signUp('ann@example.org')
  const bo = await lost.signUp('bo@example.org')
  for (let number = 0; number < 12; number += 1) {
    const { key } = await ann.addKey(`Key ${number}`)
    if (number % 3 === 0) await ann.share(key.id, 'bo@example.org')
  }
  // An older one, so that the newest is chosen.
  for (const _ of [1, 2]) {
    const id = await lost.backups.add('command', undefined)
    expect(await lost.backupMaker.make(id)).toBeUndefined()
    expect(await lost.backupCopies.send(id)).toBeUndefined()
    lost.clock.advance(60_000)
    await ann.addKey('One more')
  }

  const machine = await startNewMachine(secrets)
  const { stdout } = await machine.restore(...command)
  expect(stdout).toContain(`Fetching ${(await names()).at(-1)?.split('/').at(-1)}`)
  expect(stdout).toContain('All sessions have ended')
  const node = await startNode(machine.env)
  const url = node.address ?? ''
  for (const person of [ann, bo]) {
    const { body } = await createClient(url).call(signIn, { body: { email: person.email, password: testPassword } })
    const again = createPerson(url, person.email, body.access_token ?? '')
    await eventually(async () => {
      lost.clock.set(Date.now())
      const codes = async (one: typeof again) =>
        (await one.call(generateCodes, {})).body.codes.map(({ id, code }) => [id, code]).toSorted(byId)
      const [before, after] = [await codes(person), await codes(again)]
      // The very last key came after the backup.
      const carried = new Set(after.map(([id]) => id))
      expect(after).toEqual(before.filter(([id]) => carried.has(id)))
      expect(after).toHaveLength(person === ann ? 13 : 4)
    })
  }
  // It goes on in the same folder of the bucket, and finds what is there.
  const id = await node.backups.add('command', undefined)
  expect(await node.backupMaker.make(id)).toBeUndefined()
  expect(await node.backupCopies.send(id)).toBeUndefined()
  expect(new Set((await names()).map((key) => key.split('/')[1])).size).toBe(1)
}
