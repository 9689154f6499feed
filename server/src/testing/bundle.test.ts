import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from './bare-environment.ts'
import { findPort } from '../platform/testing/ports.ts'

const server = join(import.meta.dirname, '../..')

/** Libraries that only some requests need: each is loaded on use. */
const lateLibraries = [
  '@css-inline',
  '@fastify/swagger',
  '@scalar',
  '@simplewebauthn',
  'ajv',
  'css-tree',
  'fastify-metrics',
  'liquidjs',
  'nodemailer',
  'openid-client',
  'parse5',
  'sanitize-html',
  'yaml',
]

/** Writes what a running program has loaded to a file beside it as soon as it gets a SIGUSR2: its log, in the same pipe, would cut a long line in two. */
const preloadSource = `import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const files = []
registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context) } })
process.on('SIGUSR2', () => {
  writeFileSync(new URL('loaded.json', import.meta.url), JSON.stringify({ files, builtins: process.moduleLoadList }))
  console.log('wrote what is loaded')
})`

interface Loaded {
  files: string[]
  builtins: string[]
}

const administrator = { ADMIN_EMAIL: 'ann@example.org', ADMIN_PASSWORD: 'correct horse battery' }

async function run(
  entry: string,
  environment: Record<string, string> = {},
): Promise<{ url: string; loaded: () => Promise<Loaded>; log: () => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-bundle-'))
  const preload = join(folder, 'tell.mjs')
  await writeFile(preload, preloadSource)
  const port = await findPort()
  const child = spawn(process.execPath, ['--import', pathToFileURL(preload).href, join(server, entry)], {
    env: {
      ...bareEnvironment(),
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      HIBP_URL: 'off',
      ...environment,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
    await rm(folder, { recursive: true, force: true })
  })
  const says = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [found] = pattern.exec(text) ?? []
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(`The server ended without ${pattern}:\n${text}`)
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exit])
    }
  }
  await says(/is ready at/)
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => text,
    async loaded() {
      child.kill('SIGUSR2')
      await says(/wrote what is loaded/)
      return JSON.parse(await readFile(join(folder, 'loaded.json'), 'utf8')) as Loaded
    },
  }
}

test('a start loads no library that only some requests need', async () => {
  // Nobody has an account yet: the first e-mail to somebody may be made before one has looked.
  const { loaded } = await run('src/main.ts')
  const { files, builtins } = await loaded()
  const libraries = new Set(files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]))

  expect(lateLibraries.filter((late) => [...libraries].some((name) => name === late || name?.startsWith(`${late}/`)))).toEqual([])
  // An import of node:http reads its WebSocket, and with it loads an HTTP client of 9 MB.
  expect(builtins.filter((name) => name.includes('undici'))).toEqual([])
})

test('the bundle serves, and makes an e-mail in its thread', async () => {
  expect(existsSync(join(server, 'dist/main.mjs')), 'run by npm test, which makes it').toBe(true)
  const { url, loaded, log } = await run('serve.mjs', administrator)
  const { files } = await loaded()
  expect(files.filter((file) => file.includes('/server/src/'))).toEqual([])

  const send = async (path: string, method: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const signIn = await send('/auth/login', 'POST', { email: 'ann@example.org', password: 'correct horse battery' })
  expect(signIn.status, log()).toBe(200)
  const token = String(signIn.body['access_token'])
  const template = { subject: 'Hello {{ user.name }}', html_content: '<p>Hello {{ user.name }}</p>' }
  const preview = await send('/admin/email/templates/preview', 'POST', template, token)
  expect([preview.status, JSON.stringify(preview.body)]).toEqual([200, expect.stringContaining('Hello')])
  expect((await fetch(`${url}/api/openapi.json`)).status).toBe(200)
  expect((await fetch(`${url}/api/docs`)).status).toBe(200)
})
