import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { findPort } from '../platform/testing/ports.ts'
import { bareEnvironment } from './bare-environment.ts'
import { serverProgram } from './server-program.ts'

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface Program {
  child: ChildProcessWithoutNullStreams
  output: () => string
  exit: Promise<number | null>
  /** Waits until the output matches, or the program ends. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>
}

async function run(name: 'main' | 'cli', args: string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [await serverProgram(name), ...args], {
    env: { ...bareEnvironment(), LOG_LEVEL: 'info', ...env },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
  })
  const says = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(text)
      if (found !== null) return found
      if (child.exitCode !== null) throw new Error(`The program ended without ${pattern}:\n${text}`)
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exit])
    }
  }
  return { child, output: () => text, exit, says }
}

async function startMain(dataDir: string, env: Record<string, string> = {}) {
  const port = await findPort()
  const program = await run('main', [], { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...env })
  return { ...program, url: `http://127.0.0.1:${port}` }
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('a start prints the address and a set-up link; a second process on the same data says so and ends; SIGTERM answers what is under way and stops the database', async () => {
  const dataDir = await makeDataDir()
  const first = await startMain(dataDir)
  const [, token = ''] = await first.says(/\/setup#token=([\w-]+)/)
  expect(first.output()).toMatch(/Twofold is ready at http:\/\/localhost:\d+/)
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600)

  const second = await startMain(dataDir)
  expect(await second.exit).toBe(1)
  expect(second.output()).toMatch(/Another Twofold process \(pid \d+\) is using the data in .*DATA_DIR/)
  expect(second.output()).not.toContain('    at ')

  const admin = {
    name: 'Ann Example',
    email: 'ann@example.org',
    password: 'correct-horse',
    password_confirmation: 'correct-horse',
    pin: '2468',
    token,
  }
  await first.says(/"started"/)
  const underWay = request(`${first.url}/api/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  })
  underWay.flushHeaders()
  // The server has the request, and gets the rest of it only after the signal to stop.
  await once(underWay, 'continue')
  first.child.kill('SIGTERM')
  await first.says(/"stopping"/)
  underWay.end(JSON.stringify(admin))
  const [answer] = (await once(underWay, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(201)
  answer.resume()
  expect(await first.exit).toBe(0)
  await expect(readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow('ENOENT')

  const again = await startMain(dataDir)
  await again.says(/is ready at/)
  await again.says(/"started"/)
  expect(again.output()).not.toContain('/setup#token=')
  const entered = await post(`${again.url}/api/auth/login`, { email: 'ann@example.org', password: 'correct-horse' })
  expect(entered.status).toBe(200)
  const { access_token: bearer } = (await entered.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  await fetch(`${again.url}/api/keys`, { method: 'POST', headers, body: JSON.stringify({ name: 'Code host', secret: 'GEZDGNBVGY3TQOJQ' }) })

  // The keys are rotated beside the running application, which goes on answering, also when the rotation dies. (That a rotation
  // ends well is tested in platform/crypto, with shorter waits.)
  const rotation = await run('cli', ['rotate-keys'], { DATA_DIR: dataDir })
  await rotation.says(/Handing the new keys out/)
  expect((await fetch(`${again.url}/api/keys/generate-codes`, { headers })).status).toBe(200)
  rotation.child.kill('SIGKILL')
  await rotation.exit
  const { codes } = (await (await fetch(`${again.url}/api/keys/generate-codes`, { headers })).json()) as { codes: { code: string }[] }
  expect(codes[0]?.code).toMatch(/^\d{6}$/)

  const recipient = await identityToRecipient(await generateX25519Identity())
  const backup = await run('cli', ['backup'], { DATA_DIR: dataDir, BACKUP_AGE_RECIPIENTS: recipient })
  expect(await backup.exit).toBe(0)
  expect(backup.output()).toContain(`It also opens with the secret key of ${recipient}.\n`)

  again.child.kill('SIGTERM')
  expect(await again.exit).toBe(0)

  await rm(join(dataDir, 'master.key'))
  const keyless = await startMain(dataDir)
  expect(await keyless.exit).toBe(1)
  expect(keyless.output()).toContain('The root key of this installation is missing')
  await expect(stat(join(dataDir, 'master.key'))).rejects.toThrow('ENOENT')
})

test('a wrong setting, a taken port, an unknown command and a folder without an installation stop with a sentence and no stack', async () => {
  // Side by side: each waits for its own process to load.
  const wrong = await run('main', [], { PORT: 'eighty' })
  const alone = await run('main', [], { DATABASE_URL: 'postgres://twofold:hunter22@127.0.0.1:1/twofold', DATA_DIR: await makeDataDir() })
  const unknown = await run('cli', ['dance'], {})
  const nowhere = join(await makeDataDir(), 'mistyped')
  const mistyped = await run('cli', ['backup'], { DATA_DIR: nowhere })

  expect(await wrong.exit).toBe(1)
  expect(wrong.output()).toContain('PORT must be a whole number from 0 to 65535.')

  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const blocked = await run('main', [], { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: await makeDataDir() })
  expect(await blocked.exit).toBe(1)
  expect(blocked.output()).toContain(`Port ${port} is taken by another program. Set PORT to another number.`)

  expect(await alone.exit).toBe(1)
  expect(alone.output()).toContain('The database cannot be reached. Check that it runs, and DATABASE_URL.')
  expect(alone.output()).not.toContain('hunter22')

  expect(await unknown.exit).toBe(1)
  expect(unknown.output()).toContain('There is no command "dance".')
  expect(await mistyped.exit).toBe(1)
  expect(mistyped.output()).toMatch(/npm run backup failed\.\n {2}There is no installation in .*mistyped\. Set DATA_DIR/)
  await expect(stat(nowhere)).rejects.toThrow('ENOENT')
  for (const program of [wrong, blocked, alone, unknown, mistyped]) expect(program.output()).not.toContain('    at ')
})
