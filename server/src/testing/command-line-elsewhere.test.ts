import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMachine } from './twofold-command.ts'

/* The program against a server that stands in for a proxy, and with its output cut off. */

const id = '018f2b6c-0000-7000-8000-000000000001'

type Answer = (response: ServerResponse) => void

const json =
  (body: object, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const badGateway: Answer = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')

/** Answers each path in turn; the last answer of a path stays. */
async function startServer(answers: Record<string, Answer[]>) {
  const server = createServer((request, response) => {
    const left = answers[request.url ?? ''] ?? [json({ message: 'Nothing', code: 'request.not_found' }, 404)]
    const answer = left.length > 1 ? left.shift() : left[0]
    answer?.(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, machine: await startMachine({ TWOFOLD_URL: url, TWOFOLD_TOKEN: 'x' }) }
}

const begun = { device_code: 'd', user_code: 'BBBB-BBBB', verification_uri: 'https://x/device', expires_in: 600, interval: 0.01 }
const pending = json({ error: 'authorization_pending', message: 'Not yet', code: 'oauth.authorization_pending' }, 400)

test('a server that answers every call with an empty object, or with values of other kinds, is not taken for Twofold', async () => {
  const { url, machine } = await startServer({
    '/api/oauth/device': [json({}), json({ ...begun, user_code: {} })],
    '/api/keys': [json({})],
    '/api/tokens/self': [json({ token: {} })],
  })
  for (const command of [['login', url], ['login', url], ['ls'], ['whoami']])
    expect(await machine.run(command)).toEqual({
      code: 7,
      stdout: '',
      stderr: `twofold: ${url} did not answer as Twofold does (status 200).\n`,
    })
})

test('the help of a command lists the options that every command takes', async () => {
  const machine = await startMachine()
  for (const command of [['ls'], ['completion']])
    expect((await machine.run([...command, '--help'])).stdout).toMatch(/Global Options:[^]*--url <address>[^]*--json/)
})

test('a login outlasts a server that is restarted behind its proxy', async () => {
  const { url, machine } = await startServer({
    '/api/oauth/device': [json(begun)],
    '/api/oauth/token': [pending, badGateway, json({ access_token: 't', token_type: 'Bearer', expires_in: 60 })],
    '/api/tokens/self': [json({ token: { owner: { kind: 'person', name: 'Ann' }, expires_at: '2027-01-01T00:00:00Z' } })],
  })
  expect(await machine.run(['login', url])).toMatchObject({ code: 0, stdout: `Signed in at ${url} as Ann.\n` })
})

test('a login ends once its code has expired, also where nobody says so', async () => {
  const { url, machine } = await startServer({
    '/api/oauth/device': [json({ ...begun, expires_in: 0 })],
    '/api/oauth/token': [(response) => response.destroy()],
  })
  expect((await machine.run(['login', url])).code).toBe(7)
})

test('a reader of its output that has enough is no failure', async () => {
  const { machine } = await startServer({ '/api/keys': [json({ own_keys: [], shared_keys: [] })] })
  const { child, ended } = machine.start(['ls', '--json'])
  child.stdout?.destroy()
  expect(await ended).toMatchObject({ code: 0, stderr: '{"message":"There are no keys."}\n' })
})

test('no key found is no line', async () => {
  const { machine } = await startServer({ '/api/keys': [json({ own_keys: [], shared_keys: [] })] })
  expect(await machine.run(['ls', 'nothing'])).toEqual({ code: 0, stdout: '', stderr: 'No key has nothing in it.\n' })
})

test('columns of keys stand below each other, also after emoji, wide characters and marks', async () => {
  // Each takes four cells of a terminal.
  const names = ['Host', '開発', '🔑👍🏽', '🇩🇪🇯🇵', 'ＣＩ', 'cafe\u0301', 'ｶﾞﾎﾟ', '👨‍👩', '']
  const own_keys = names.map((name, count) => ({ id: `${count}`, name, issuer: 'GitHub', account: null }))
  const { machine } = await startServer({ '/api/keys': [json({ own_keys, shared_keys: [] })] })
  const { stdout } = await machine.run(['ls'])
  expect(stdout).toBe(names.map((name, count) => `${count}  ${name === '' ? '    ' : name.replace('\u200D', '')}  GitHub\n`).join(''))
})

test('an address without https:// is named as the reason', async () => {
  const machine = await startMachine()
  for (const url of ['vault.example.org', 'localhost:8080'])
    expect(await machine.run(['login', url])).toEqual({
      code: 2,
      stdout: '',
      stderr: `twofold: ${url} is no web address. Begin it with https://.\n`,
    })
})

test('a wait is a number in digits', async () => {
  const { machine } = await startServer({})
  for (const wait of ['', ' ', '1e2', '0x10']) expect([wait, (await machine.run(['take', 'x', '--wait', wait])).code]).toEqual([wait, 2])
})

test('a wrong call of exec ends with 125, also behind other options', async () => {
  const { url, machine } = await startServer({})
  for (const list of [
    ['exec', '--nonsense'],
    ['--url', url, 'exec', '--nonsense'],
    ['exec', '--wait', 'long', '--env', 'OTP=x', '--', 'true'],
  ])
    expect([list, (await machine.run(list)).code]).toEqual([list, 125])
})

test('a token that no header can carry is not blamed on the connection', async () => {
  const { machine } = await startServer({})
  expect(await machine.run(['ls'], { env: { TWOFOLD_TOKEN: 'two\nlines' } })).toMatchObject({ code: 3, stdout: '' })
})

test('credentials that are damaged are named with what helps, and left alone where a token is given', async () => {
  const { url, machine } = await startServer({ '/api/keys': [json({ own_keys: [], shared_keys: [] })] })
  await mkdir(dirname(machine.credentials))
  for (const text of ['{"url":', 'null', '{}', '{"url":1}']) {
    await writeFile(machine.credentials, text, { mode: 0o600 })
    expect(await machine.run(['ls'], { env: { TWOFOLD_TOKEN: '' } })).toEqual({
      code: 3,
      stdout: '',
      stderr: `twofold: ${machine.credentials} is damaged. Sign in again: twofold login URL\n`,
    })
    expect((await machine.run(['ls', '--url', url])).code).toBe(0)
  }
})

test('a variable that is set to nothing is not set, and an empty token file is no token', async () => {
  const { machine } = await startServer({ '/api/keys': [json({ own_keys: [], shared_keys: [] })] })
  expect((await machine.run(['ls'], { env: { TWOFOLD_TOKEN_FILE: '' } })).code).toBe(0)
  expect((await machine.run(['ls'], { env: { TWOFOLD_URL: '' } })).stderr).toContain('Say where Twofold is')
  const file = join(machine.home, 'empty')
  await writeFile(file, '\n', { mode: 0o600 })
  expect(await machine.run(['ls', '--token-file', file])).toMatchObject({ code: 3, stderr: `twofold: ${file} is empty.\n` })
})

test('a server that cannot be reached is named with the reason, and an answer that was cut off is none', async () => {
  const { url, machine } = await startServer({
    '/api/keys': [(response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"own_keys":[')],
  })
  expect(await machine.run(['ls'])).toMatchObject({
    code: 7,
    stderr: `twofold: ${url} did not answer as Twofold does (status 200).\n`,
  })
  expect((await machine.run(['ls', '--url', 'https://vault.invalid'])).stderr).toMatch(
    /^twofold: \S+ cannot be reached \(.*vault\.invalid\)\.$/m,
  )
})

test('a second Ctrl-C waits for no server', async () => {
  let isCancelled: () => void
  const cancelled = new Promise<void>((resolve) => (isCancelled = resolve))
  const queued = { id: 't', state: 'queued', key_id: 'k', deadline: '2027-01-01T00:00:00Z' }
  const { machine } = await startServer({
    [`/api/keys/${id}/take`]: [json({ take: queued })],
    '/api/takes/t?hold_seconds=50': [() => {}],
    '/api/takes/t': [() => isCancelled()],
  })
  const { child, says, ended } = machine.start(['take', id])
  await says(/You are next/)
  child.kill('SIGINT')
  await cancelled
  child.kill('SIGINT')
  expect((await ended).code).toBe(null)
})

// Node's own way to make a folder never ends in /proc.
test.each(['/dev/null/twofold', '/proc/twofold'])('a sign-in whose token cannot be kept in %s is taken back', async (folder) => {
  let isRevoked = false
  const { url, machine } = await startServer({
    '/api/oauth/device': [json(begun)],
    '/api/oauth/token': [json({ access_token: 't', token_type: 'Bearer', expires_in: 60 })],
    '/api/oauth/revoke': [
      (response) => {
        isRevoked = true
        json({})(response)
      },
    ],
  })
  const { code, stderr } = await machine.run(['login', url], { env: { TWOFOLD_CONFIG_DIR: folder } })
  expect([code, isRevoked]).toEqual([1, true])
  expect(stderr).toMatch(
    /twofold: The token cannot be kept, so this machine is not signed in: \/\S+\.json cannot be written \(E\w+\)\. TWOFOLD_CONFIG_DIR names another folder\.\n$/,
  )
})

test('credentials that cannot be read are not taken for none', async () => {
  const machine = await startMachine()
  await mkdir(machine.credentials, { recursive: true })
  expect(await machine.run(['ls'])).toMatchObject({ code: 2, stderr: `twofold: ${machine.credentials} cannot be read (EISDIR).\n` })
})

test('a misspelled variable is named before another credential is used in its place', async () => {
  const { machine } = await startServer({ '/api/keys': [json({ own_keys: [], shared_keys: [] })] })
  const stderr = 'twofold: TWOFOLD_TOKEN_FIEL is not a variable of Twofold. Did you mean TWOFOLD_TOKEN_FILE?\n'
  expect(await machine.run(['ls'], { env: { TWOFOLD_TOKEN_FIEL: '/run/token' } })).toEqual({ code: 2, stdout: '', stderr })
  // A service of Kubernetes that is called so, and a variable that a CI sets to nothing.
  const others = { TWOFOLD_PORT: 'tcp://10.0.0.1:3000', TWOFOLD_SERVICE_HOST: '10.0.0.1', TWOFOLD_TOKEN_FIEL: '' }
  expect((await machine.run(['ls'], { env: others })).code).toBe(0)
})

test('Ctrl-C at a question ends its line', async () => {
  const machine = await startMachine()
  const { child, says, ended } = machine.atTerminal(['token', 'revoke', '--url', 'http://127.0.0.1:9'])
  await says(/Token: /)
  child.stdin?.write('\u0003')
  expect((await ended).stdout).toMatch(/Token: \r?\n(\r?\n)?twofold: Nothing was entered\.\r?\n$/)
})

/* Clears the screen, sets a title, turns text around, hides text in an emoji, and begins a line for the runner of a CI. */
const hostile = '\u001B[2J\u009B31m\u001B]0;x\u0007\u202E😀\uFE0F\uFE00\u{E0158}\u{E0159}\r\n::set-output name=x::y\u2028'

test.each([
  ['take', id],
  ['exec', '--env', `OTP=${id}`, '--', 'printenv', 'OTP'],
  ['code', id],
  ['ls'],
  ['whoami'],
  ['token', 'show'],
  ['add', 'Host', '--generate'],
  ['login'],
])('whatever a server answers to %s, nothing in it moves a cursor or begins a line', async (...command) => {
  const key = { id, name: hostile, issuer: hostile, account: hostile }
  const owner = { kind: 'person', name: hostile, email: hostile }
  const waiting = { id: 't', state: 'awaiting_approval', approval: { url: `https://x/${hostile}`, number: hostile } }
  const { url, machine } = await startServer({
    [`/api/keys/${id}/take`]: [json({ take: waiting })],
    '/api/takes/t?hold_seconds=50': [json({ take: { ...waiting, state: 'handed', code: `123456${hostile}` } })],
    [`/api/keys/${id}/code`]: [json({ code: `123456${hostile}`, valid_for_seconds: hostile })],
    '/api/keys': [json(command[0] === 'add' ? { key, provisioning: { uri: hostile } } : { own_keys: [key], shared_keys: [] })],
    '/api/tokens/self': [json({ token: { owner, name: hostile, kind: hostile, scopes: [hostile], expires_at: hostile } })],
    '/api/oauth/device': [json({ ...begun, user_code: hostile, verification_uri: hostile })],
    '/api/oauth/token': [json({ message: hostile, code: hostile, errors: { [hostile]: [hostile] } }, 422)],
  })
  const given = command[0] === 'login' ? [...command, url] : command
  const { stdout, stderr } = await machine.run(given, { env: { GITHUB_ACTIONS: 'true' } })
  expect(stdout + stderr).toContain('set-output')
  expect(`${stdout}${stderr}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\u{E0100}-\u{E01EF}]|\p{Variation_Selector}{2}|^::set-output/mu)
})
