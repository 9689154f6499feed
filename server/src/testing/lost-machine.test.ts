import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateCodes } from '@twofold/contract/codes'
import { signIn } from '@twofold/contract/sessions'
import { expect, onTestFinished, test } from 'vitest'
import { nameObject } from '../platform/backup/off-site/object-names.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { start } from '../start.ts'
import { bareEnvironment } from './bare-environment.ts'
import { eventually } from './eventually.ts'
import { startModelS3 } from './model-s3.ts'
import { createClient, createPerson, startTestApp, testPassword } from './start-test-app.ts'

const root = join(import.meta.dirname, '../../..')

/** What the operations page has an operator set, and the command after it. */
const variables = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_FILE', 'S3_SECRET_KEY_FILE', 'BACKUP_PASSWORD_FILE']
const command = ['--from', 's3']

const byId = ([a = '']: string[], [b = '']: string[]) => a.localeCompare(b)

async function startNewMachine(given: Record<string, string>) {
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
    restore: (...input: string[]) =>
      promisify(execFile)(process.execPath, [join(root, 'server/src/cli.ts'), 'restore', ...input], {
        env: { ...bareEnvironment(), ...env },
      }),
  }
}

test('a lost machine: the bucket and one secret bring every code back on a new one, by the commands of the document', async () => {
  const s3 = await startModelS3()
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
  expect(stdout).toContain(`Fetching ${[...s3.objects.keys()].toSorted().at(-1)?.split('/').at(-1)}`)
  expect(stdout).toContain('All sessions have ended')
  const config = readConfig({ ...machine.env, PORT: '0', HOST: '127.0.0.1', SHUTDOWN_SECONDS: '1' })
  const node = await start({ config, log: createLog('silent'), tuning: { rateLimitFactor: 1000 } })
  onTestFinished(() => node.stop())
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
  expect(new Set([...s3.objects.keys()].map((key) => key.split('/')[1])).size).toBe(1)
})

test('restoring from a bucket says what there is to choose from, and changes nothing until it is clear', async () => {
  const s3 = await startModelS3()
  const machine = await startNewMachine({ ...s3.env, BACKUP_PASSWORD: 'a-long-backup-password' })
  const name = (installation: string, hour: number) =>
    nameObject({
      prefix: 'twofold',
      installation,
      node: crypto.randomUUID(),
      at: new Date(Date.UTC(2026, 10, 23, hour)),
      id: crypto.randomUUID(),
    })
  await expect(machine.restore('--from', 's3')).rejects.toThrow('holds no backup of Twofold below S3_PREFIX.')
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const key of [name(one, 3), name(other, 4), name(one, 5)])
    s3.objects.set(key, Buffer.from('something else of a hundred bytes'.repeat(4)))
  await expect(machine.restore('--from', 's3')).rejects.toThrow(
    /2 installations[^]*newest 2026-11-23 05:00 UTC[^]*newest 2026-11-23 04:00 UTC/,
  )
  await expect(machine.restore('--from', 's3', '--installation', one, 'nothing.tfb')).rejects.toThrow('no such backup. --list says')
  await expect(machine.restore('--from', 's3', '--installation', one)).rejects.toThrow('This file is not a backup of Twofold')
  const { stdout } = await machine.restore('--from', 's3', '--list')
  expect(stdout.trim().split('\n')).toHaveLength(3)
  await expect(machine.restore('--from', 'ftp')).rejects.toThrow('Or take the newest backup of the bucket:')
})
