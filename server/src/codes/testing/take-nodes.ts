import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp } from '@twofold/contract/sessions'
import { onTestFinished } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createClient, createPerson, testPassword, testPin } from '../../testing/start-test-app.ts'
import { databaseUrl } from '../../platform/testing/database-url.ts'

const script = join(import.meta.dirname, 'node-process.ts')

/** A database, and nodes on it that are processes of their own with the real clock. */
export async function startNodes() {
  const { connection, pooled, drop } = await createTestDatabase()
  onTestFinished(drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-takes-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...(pooled === undefined
      ? { DATABASE_URL: databaseUrl(connection) }
      : { DATABASE_URL: databaseUrl(pooled), DATABASE_DIRECT_URL: databaseUrl(connection), DATABASE_POOLER: 'transaction' }),
    MASTER_KEY: randomBytes(32).toString('base64'),
  }

  async function startNode() {
    const child = fork(script, [JSON.stringify(env)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const ended = once(child, 'exit')
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    onTestFinished(kill)
    const [address] = (await Promise.race([once(child, 'message'), ended])) as [string]
    return { url: new URL(address).origin, kill }
  }
  return { connection, startNode }
}

/** A new account at the node, signed in as a program would be. */
export async function joinNode(url: string, email: string) {
  const body = { name: email.split('@')[0] ?? email, email, password: testPassword, password_confirmation: testPassword, pin: testPin }
  const { body: answer } = await createClient(url).call(signUp, { body })
  return createPerson(url, email, answer.access_token ?? '')
}
