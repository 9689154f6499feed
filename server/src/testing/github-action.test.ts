import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptServiceAccountShare, listServiceAccountShares } from '@twofold/contract/service-accounts'
import { shareKey } from '@twofold/contract/sharing/grants'
import { expect, onTestFinished, test } from 'vitest'
import { githubRules, startWorkloads } from '../machines/testing/start-workloads.ts'
import { github, gitlab, kubernetes } from '../machines/testing/workload-claims.ts'
import { bareEnvironment } from './bare-environment.ts'
import { createClient } from './start-test-app.ts'
import { startMachine } from './twofold-command.ts'
import { startOfWindow } from './start-of-window.ts'

/* Jobs that store no token: the Action as it is packed, started as a runner starts it, and the command line with the identity of its job. */

let built: string | undefined
function buildAction(): string {
  if (built === undefined) {
    built = mkdtempSync(join(tmpdir(), 'twofold-action-'))
    execFileSync(process.execPath, [join(import.meta.dirname, '../../../cli/scripts/build.ts'), 'action', join(built, 'action')])
    process.once('exit', () => execFileSync('rm', ['-rf', built ?? '']))
  }
  return join(built, 'action/main.mjs')
}

/** A key that the service account may take codes of, and an issuer whose jobs may act as it. */
async function startJobs() {
  // The clock stays at the begin of a window, so that a code is free for its whole length.
  const workloads = await startWorkloads({ now: startOfWindow() })
  const { app, ann, account, issuer, allow, trustIssuer } = workloads
  const { key } = await ann.addKey('Registry')
  await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id } })
  const params = { id: account.id }
  const [share] = (await ann.call(listServiceAccountShares, { params })).body.data
  if (share?.is_accepted === false) await ann.call(acceptServiceAccountShare, { params: { ...params, share_id: share.id } })
  expect((await allow(await trustIssuer('github'), githubRules)).status).toBe(201)
  issuer.claims = github
  const isAlive = async (token: string) =>
    (await createClient(app.url, { authorization: `Bearer ${token}` }).send('GET', '/api/tokens/self')).status === 200
  return { ...workloads, key, isAlive }
}

/** The step as a runner of GitHub starts it; `state` is what an earlier run of the same step left. */
async function runStep(inputs: Record<string, string>, env: Record<string, string>, state: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-runner-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = { GITHUB_ENV: join(folder, 'env'), GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STATE: join(folder, 'state') }
  for (const file of Object.values(files)) await writeFile(file, '')
  const given = (prefix: string, values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]))
  const child = spawn(process.execPath, [buildAction()], {
    env: {
      ...bareEnvironment(),
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'octo/app',
      GITHUB_RUN_ID: '7',
      ...files,
      ...env,
      ...given('INPUT_', Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name.toUpperCase(), value]))),
      ...given('STATE_', state),
    },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  const read = async (file: string) =>
    Object.fromEntries((await readFile(file, 'utf8')).split('\n').flatMap((line) => (line === '' ? [] : [line.split('=', 2)]))) as Record<
      string,
      string
    >
  return {
    code,
    stdout,
    stderr,
    env: await read(files.GITHUB_ENV),
    output: await read(files.GITHUB_OUTPUT),
    state: await read(files.GITHUB_STATE),
  }
}

test('the Action takes a code by the identity of its job, masks it, and revokes its token after the job', async () => {
  const { app, account, issuer, key, isAlive } = await startJobs()
  const inputs = { url: app.url, 'service-account': account.id, key: key.id, reason: 'release 1.2', 'env-name': 'OTP' }
  const step = await runStep(inputs, issuer.env())
  expect([step.code, step.stdout]).toEqual([0, ''])
  const code = step.output['code'] ?? ''
  expect(code).toMatch(/^\d{6}$/)
  expect(step.env).toEqual({ OTP: code })
  const token = step.state['token'] ?? ''
  expect(token).toMatch(/^twofold_wid_/)
  // Whatever is secret is masked before anything else could print it.
  const masked = step.stderr.split('\n').flatMap((line) => (line.startsWith('::add-mask::') ? [line.slice('::add-mask::'.length)] : []))
  expect(masked).toEqual(expect.arrayContaining([token, code]))
  expect(step.stderr.replaceAll(/^::add-mask::.*\n/gm, '')).toBe('')
  const [take] = await app.db.selectFrom('code_takes').select(['reason', 'state']).execute()
  expect(take).toEqual({ reason: 'release 1.2', state: 'handed' })

  expect(await isAlive(token)).toBe(true)
  expect(await runStep(inputs, issuer.env(), step.state)).toMatchObject({ code: 0, stdout: '', output: {} })
  expect(await isAlive(token)).toBe(false)
  expect(await app.db.selectFrom('code_takes').select('id').execute()).toHaveLength(1)
}, 300_000)

test('a step that gets no code says why in the log, leaves nothing behind, and takes nothing afterwards', async () => {
  const { app, account, addAccount, issuer, key } = await startJobs()
  const other = await addAccount('Other bot')
  const inputs = { url: app.url, 'service-account': account.id, key: key.id }
  const wrong: [string, Record<string, string>, Record<string, string>, RegExp][] = [
    ['no permission', inputs, {}, /::error title=Twofold::GitHub gives this job no identity\. Add to it: permissions: id-token: write\n/],
    [
      'an account without a rule for it',
      { ...inputs, 'service-account': other.id },
      issuer.env(),
      /may not act as the service account.*Refused runs/,
    ],
    ['no key named', { ...inputs, key: '' }, issuer.env(), /The input key is missing\./],
    ['a variable that starts programs', { ...inputs, 'env-name': 'NODE_OPTIONS' }, issuer.env(), /NODE_OPTIONS cannot be the name/],
    ['a second line in a variable', { ...inputs, 'env-name': 'A\nB' }, issuer.env(), /A%0AB cannot be the name/],
    ['no number', { ...inputs, wait: 'long' }, issuer.env(), /long is no number of seconds/],
    ['an address in the clear', { ...inputs, url: 'http://vault.example.com' }, issuer.env(), /not safe for tokens/],
  ]
  for (const [name, given, env, says] of wrong) {
    const step = await runStep(given, env)
    expect(step, name).toMatchObject({ output: {}, env: {}, stdout: expect.stringMatching(says) as string })
    expect([step.code === 0, step.state['token']], name).toEqual([false, undefined])
    expect(await runStep(given, env, step.state), name).toMatchObject({ code: 0, stdout: '', output: {} })
  }
  expect(await app.db.selectFrom('code_takes').select('id').execute()).toEqual([])
}, 300_000)

const metadata = '/.well-known/oauth-authorization-server'

/** A server that answers 200 by path, and the environment of a job that asks it for its identity. */
async function startAnswers() {
  const answers: Record<string, unknown> = {}
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[pathname]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  onTestFinished(() => server.closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/github`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' }
  const right = { [metadata]: { issuer: url }, '/github': { value: 'signed' } }
  return { url, env, answers, right }
}

test('a step says in a sentence that what answers is neither Twofold nor GitHub, also where it answers 200', async () => {
  const { url, env, answers, right } = await startAnswers()
  for (const [wrong, says] of [
    [{ [metadata]: null }, /::Twofold did not answer as expected \(no JSON object\)\.\n$/],
    [{ '/github': null }, /::GitHub did not answer as expected \(no JSON object\)\.\n$/],
    [{ '/api/oauth/token': {} }, /::http:\S+ did not answer as Twofold does \(status 200\)\.\n$/],
    [{ '/api/oauth/token': null }, /::http:\S+ did not answer as Twofold does \(status 200\)\.\n$/],
  ] as const) {
    Object.assign(answers, right, wrong)
    const step = await runStep({ url, 'service-account': 'a', key: 'k' }, env)
    expect([step.code, step.state['token'], step.stdout]).toEqual([7, undefined, expect.stringMatching(says)])
  }
}, 300_000)

test('a server that answers with several lines sets no variable of later steps', async () => {
  const hostile = '\r\nNODE_OPTIONS=--import=x\n::set-output name=x::y'
  const key = '018f2b6c-0000-7000-8000-000000000001'
  const { url, env, answers, right } = await startAnswers()
  Object.assign(answers, right, {
    '/api/oauth/token': { access_token: 't' },
    [`/api/keys/${key}/take`]: { take: { id: 't', state: 'handed', code: `123456${hostile}` } },
  })
  const step = await runStep({ url, 'service-account': 'a', key, 'env-name': 'OTP' }, env)
  expect(step.stdout + step.stderr).not.toMatch(/^::set-output/m)
  const names = [step.env, step.output, step.state].flatMap((set) => Object.keys(set))
  expect(names).toEqual(['OTP', 'code', 'begun', 'url', 'token'])
})

test('exec takes a code by the identity of a job of GitHub, of GitLab and of a cluster, and its child gets neither token', async () => {
  const { account, app, issuer, key, allow, trustIssuer } = await startJobs()
  const machine = await startMachine({ TWOFOLD_URL: app.url })
  await app.db.deleteFrom('workload_trusts').execute()
  await app.db.deleteFrom('workload_issuers').execute()
  const child = `test "\${#OTP}" = 6 && ! env | grep -q -e TWOFOLD -e twofold_`
  const exec = (identity: string[], env: Record<string, string>) =>
    machine.run([...identity, 'exec', '--env', `OTP=${key.id}`, '--', 'sh', '-c', child], { env })
  const token = (claims: Record<string, unknown>) => issuer.sign({ ...claims, aud: account.aud })

  await allow(await trustIssuer('github'), githubRules)
  const asked = await exec(['--identity', 'github', '--service-account', account.id], issuer.env())
  expect(asked).toEqual({ code: 0, stdout: '', stderr: '' })

  await app.db.deleteFrom('workload_issuers').execute()
  await allow(await trustIssuer('gitlab'), { project_id: ['20'], ref_type: ['branch'], ref_protected: ['true'] })
  app.clock.advance(30_000)
  expect(await exec(['--identity', 'gitlab'], { TWOFOLD_ID_TOKEN: token(gitlab) })).toMatchObject({ code: 0, stderr: '' })
  const named = await machine.run(['--identity', 'gitlab', 'take', 'Registry'], {
    env: { TWOFOLD_ID_TOKEN: token({ ...gitlab, jti: 'named' }) },
  })
  expect([named.code, named.stderr]).toEqual([4, expect.stringContaining('Name the key by its id')])

  await app.db.deleteFrom('workload_issuers').execute()
  await allow(await trustIssuer('url'), { sub: ['system:serviceaccount:release:publisher'] })
  app.clock.advance(30_000)
  const file = join(machine.home, 'identity')
  await writeFile(file, `${token(kubernetes)}\n`)
  expect(await exec(['--identity', `file:${file}`], {})).toMatchObject({ code: 0, stderr: '' })
  // The same once more is a replay.
  expect(await exec(['--identity', `file:${file}`], {})).toMatchObject({ code: 125 })

  const unknown = await machine.run(['--identity', 'jenkins', 'take', key.id])
  expect([unknown.code, unknown.stderr]).toEqual([2, 'twofold: jenkins is no identity. Say github, gitlab or file:PATH.\n'])
  expect((await machine.run(['--identity', 'gitlab', 'take', key.id])).code).toBe(3)
  expect((await machine.run(['--identity', 'github', 'take', key.id], { env: issuer.env() })).code).toBe(2)
}, 300_000)
