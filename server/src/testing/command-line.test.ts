import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { approveDevice, denyDevice, listDevices, startDeviceSignIn } from '@twofold/contract/devices'
import { editKey, listKeys } from '@twofold/contract/keys'
import { listShares, shareKey } from '@twofold/contract/sharing/grants'
import { approveTake, listApprovals, listTakes } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { makeServiceAccount, makeToken } from '../machines/testing/make-token.ts'
import { installPacked } from './install-packed.ts'
import { testPin } from './start-test-app.ts'
import { startMachine } from './twofold-command.ts'
import { startVault } from './start-vault.ts'

/* The built program as a child process, against a real server. What it ends with is part of what scripts rely on, so every exit code is here. */

test('login shows a code; approved, the token is kept where only its person can read it, until logout', async () => {
  const { app, ann, machine } = await startVault()
  const login = machine.start(['login', app.url])
  const code = await login.says(/enter the code ([A-Z]{4}-[A-Z]{4})/)
  await ann.call(approveDevice, { body: { user_code: code } })
  const { code: exit, stdout, stderr } = await login.ended
  expect([exit, stdout]).toEqual([0, `Signed in at ${app.url} as Ann.\n`])
  expect(stderr).toContain('There is no keychain here')
  expect((await stat(machine.credentials)).mode & 0o777).toBe(0o600)
  const { data } = (await ann.call(listDevices, {})).body
  expect(data[0]?.name).toMatch(/^twofold \d+\.\d+\.\d+ on /)

  const who = await machine.run(['whoami', '--json'])
  expect([who.code, JSON.parse(who.stdout)]).toMatchObject([0, { kind: 'cli', scopes: null, owner: { email: 'ann@example.org' } }])

  await chmod(machine.credentials, 0o644)
  expect(await machine.run(['whoami'])).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod 600') as string })
  await chmod(machine.credentials, 0o600)

  // A token goes nowhere but to where it is from.
  expect((await machine.run(['whoami', '--url', 'https://elsewhere.example.org'])).code).toBe(3)
  expect((await machine.run(['logout'])).code).toBe(0)
  await expect(stat(machine.credentials)).rejects.toThrow('ENOENT')
  expect((await ann.call(listDevices, {})).body.data).toEqual([])
  expect((await machine.run(['whoami'])).code).toBe(3)
}, 300_000)

test('a denied sign-in ends with 6, and nothing is kept', async () => {
  const { app, ann, machine } = await startVault()
  const login = machine.start(['login', app.url])
  await ann.call(denyDevice, { body: { user_code: await login.says(/enter the code ([A-Z]{4}-[A-Z]{4})/) } })
  expect((await login.ended).code).toBe(6)
  await expect(stat(machine.credentials)).rejects.toThrow('ENOENT')
}, 300_000)

test('tokens count in this order: --token-file, TWOFOLD_TOKEN_FILE, TWOFOLD_TOKEN, what login kept; and there is no --token', async () => {
  const { app, id, machine } = await startVault()
  const names = ['flag', 'file', 'variable', 'kept']
  const tokens = await Promise.all(names.map(() => makeToken(app, { kind: 'pat', owner: id, scopes: ['keys:read'] })))
  const [flag, file, variable, kept] = tokens.map(({ text }) => text)
  const files = { flag: join(machine.home, 'flag'), file: join(machine.home, 'file') }
  await writeFile(files.flag, `${flag}\n`, { mode: 0o600 })
  await writeFile(files.file, `${file}\n`, { mode: 0o600 })
  execFileSync('mkdir', ['-p', join(machine.home, 'twofold')])
  await writeFile(machine.credentials, JSON.stringify({ url: app.url, token: kept }), { mode: 0o600 })
  const used = async (list: string[], env: Record<string, string>) => {
    const { code, stdout, stderr } = await machine.run(['token', 'show', '--json', ...list], { env })
    expect([code, stderr]).toEqual([0, ''])
    return names[tokens.findIndex((token) => token.id === (JSON.parse(stdout) as { id: string }).id)]
  }
  const [both, one] = [{ TWOFOLD_TOKEN_FILE: files.file, TWOFOLD_TOKEN: variable ?? '' }, { TWOFOLD_TOKEN: variable ?? '' }]
  expect(await used(['--token-file', files.flag], both)).toBe('flag')
  expect(await used([], both)).toBe('file')
  expect(await used([], one)).toBe('variable')
  expect(await used([], {})).toBe('kept')
  expect(await machine.run(['ls', '--token', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown option '--token'") as string,
  })
  await chmod(files.flag, 0o640)
  expect((await machine.run(['ls', '--token-file', files.flag])).code).toBe(2)
})

test('a key is named by its id or by a name that no other has; otherwise the candidates are listed and it ends with 2', async () => {
  const { app, ann, id, machine } = await startVault()
  const { text } = await makeToken(app, { kind: 'pat', owner: id, scopes: ['keys:read', 'codes:read'] })
  const env = { TWOFOLD_TOKEN: text }
  const { key: host } = await ann.addKey('Host')
  const doubles = [await ann.addKey('Twice', { account: 'one' }), await ann.addKey('Twice', { account: 'two' })]
  for (const named of ['Host', 'host', host.id]) {
    const { code, stdout } = await machine.run(['code', named], { env })
    expect([named, code, stdout]).toEqual([named, 0, expect.stringMatching(/^\d{6}\n$/)])
  }
  const twice = await machine.run(['code', 'Twice', '--json'], { env })
  expect([twice.code, twice.stdout]).toEqual([2, ''])
  const { error } = JSON.parse(twice.stderr) as { error: { code: string; exit: number; message: string } }
  expect([error.code, error.exit]).toEqual(['cli.ambiguous', 2])
  for (const { key } of doubles) expect(error.message).toContain(key.id)
  expect((await machine.run(['code', 'Nowhere'], { env })).code).toBe(4)

  const listed = await machine.run(['ls', 'two', '--json'], { env })
  expect(JSON.parse(listed.stdout)).toEqual({
    keys: [{ id: doubles[1]?.key.id, name: 'Twice', issuer: null, account: 'two', type: 'totp', access: 'owner' }],
  })
  expect((await machine.run(['ls'], { env })).stdout.trim().split('\n')).toHaveLength(3)
})

test('keys are added from stdin or a made secret, and imported from links; a refused one ends with 1', async () => {
  const { app, ann, id, machine } = await startVault()
  const { text } = await makeToken(app, { kind: 'pat', owner: id, scopes: ['keys:read', 'keys:write'] })
  const env = { TWOFOLD_TOKEN: text }
  expect(await machine.run(['add', 'Piped', '--issuer', 'GitHub'], { env, input: 'JBSWY3DPEHPK3PXP\n' })).toMatchObject({
    code: 0,
    stderr: '',
  })
  const made = await machine.run(['add', 'Made', '--generate'], { env })
  expect(made.stdout).toMatch(/^otpauth:\/\/totp\//)
  expect((await machine.run(['add', 'Empty'], { env })).code).toBe(2)

  const links = ['# of the old phone', 'otpauth://totp/GitLab:ann?secret=JBSWY3DPEHPK3PXQ&issuer=GitLab', '']
  const file = join(machine.home, 'links.txt')
  await writeFile(file, links.join('\n'))
  expect(await machine.run(['import', file, '--dry-run'], { env })).toMatchObject({
    code: 0,
    stdout: '1 would be added, 0 already there, 0 refused\n',
  })
  expect(await machine.run(['import', file], { env })).toMatchObject({ code: 0, stdout: '1 added, 0 already there, 0 refused\n' })
  const broken = await machine.run(['import', '-', '--json'], { env, input: [...links, 'otpauth://totp/Broken?secret=1'].join('\n') })
  expect([broken.code, JSON.parse(broken.stdout)]).toMatchObject([1, { added: 0, duplicates: 1, refused: 1 }])
  expect(broken.stderr).toMatch(/^\{"message":"Line 4, Imported key: /)
  expect((await machine.run(['import', '-'], { env, input: 'name,secret' })).code).toBe(2)
  expect((await ann.call(listKeys, {})).body.own_keys.map(({ name }) => name).toSorted()).toEqual(['GitLab', 'Made', 'Piped'])
})

test('a name keeps its letters where what is piped in comes in two pieces', async () => {
  const { app, ann, id, machine } = await startVault()
  const { text } = await makeToken(app, { kind: 'pat', owner: id, scopes: ['keys:write'] })
  const start = 'otpauth://totp/Caf'
  const input = `${'\n'.repeat(65_535 - start.length)}${start}é?secret=JBSWY3DPEHPK3PXP`
  expect(await machine.run(['import', '-'], { env: { TWOFOLD_TOKEN: text }, input })).toMatchObject({ code: 0 })
  expect((await ann.call(listKeys, {})).body.own_keys.map(({ name }) => name)).toEqual(['Café'])
})

test('share and export ask for the PIN at the terminal; a script without one gets nowhere', async () => {
  const { ann, machine, device } = await startVault()
  const { key } = await ann.addKey('Host', { secret: 'JBSWY3DPEHPK3PXP' })
  const env = { TWOFOLD_TOKEN: (await device()).text }
  for (const list of [['share', 'Host', 'bo@example.org'], ['export']]) {
    const { code, stdout, stderr } = await machine.run(list, { env, input: `${testPin}\n` })
    expect([list[0], code, stdout, stderr]).toEqual([list[0], 2, '', expect.stringContaining('at the terminal')])
  }
  const wrong = machine.atTerminal(['export'], env)
  await wrong.says(/PIN: /)
  wrong.child.stdin?.write('0000\n')
  const refused = await wrong.ended
  expect([refused.code, refused.stdout.match(/This PIN is wrong/g)]).toEqual([2, ['This PIN is wrong']])

  const share = machine.atTerminal(['share', 'Host', 'bo@example.org'], env)
  await share.says(/PIN: /)
  share.child.stdin?.write(`${testPin}\n`)
  const shared = await share.ended
  expect([shared.code, shared.stdout.includes(testPin)]).toEqual([0, false])
  expect((await ann.call(listShares, { params: { id: key.id } })).body.data).toHaveLength(1)

  const file = join(machine.home, 'keys.txt')
  const leave = machine.atTerminal(['export', '--out', file], env)
  await leave.says(/PIN: /)
  leave.child.stdin?.write(`${testPin}\n`)
  const left = await leave.ended
  expect([left.code, left.stdout]).toEqual([0, expect.stringContaining('1 key written to')])
  expect(await readFile(file, 'utf8')).toContain('secret=JBSWY3DPEHPK3PXP')
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  await ann.call(editKey, { params: { id: key.id }, body: { note: 'By the door.\nAsk Bo.' } })
  const json = machine.atTerminal(['export', '--json'], env)
  await json.says(/PIN: /)
  json.child.stdin?.write(`${testPin}\n`)
  expect((await json.ended).stdout).toContain(String.raw`"note":"By the door.\nAsk Bo."`)
})

test('a take is masked before it is printed, whole in JSON, and ends with 5 when no code is free in time', async () => {
  const { ann, machine } = await startVault()
  await ann.addKey('Host')
  const env = { TWOFOLD_TOKEN: ann.token, GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '77' }
  // The server words it for forms, whose fields stand above it.
  const refused = await machine.run(['take', 'Host', '--wait', '901'], { env })
  expect([refused.code, refused.stderr]).toEqual([2, 'twofold: wait_seconds: Too big. Maximum: 900.\n'])
  const first = await machine.run(['take', 'Host', '--min-valid', '1', '--reason', 'release 1.2', '--json'], { env })
  expect([first.code, first.stderr.split('\n')[0]]).toEqual([0, expect.stringMatching(/^::add-mask::\d{6}$/)])
  const take = JSON.parse(first.stdout) as { state: string; code: string; window: number }
  expect(take).toMatchObject({
    state: 'handed',
    code: first.stderr.trim().slice('::add-mask::'.length),
    window: expect.any(Number) as number,
  })
  const second = await machine.run(['take', 'Host', '--min-valid', '1', '--wait', '0'], { env })
  expect([second.code, second.stdout]).toEqual([5, ''])
})

test('every other exit code: 2 usage, 3 not signed in or revoked, 4 not allowed, 7 unreachable, 8 limited', async () => {
  const { app, id, machine } = await startVault({ rateLimitFactor: 1 })
  const token = await makeToken(app, { kind: 'pat', owner: id, scopes: ['keys:read'] })
  const env = { TWOFOLD_TOKEN: token.text }
  const codeOf = async (list: string[], more: Record<string, string> = {}) => (await machine.run(list, { env: { ...env, ...more } })).code
  expect(await codeOf(['ls'])).toBe(0)
  for (const list of [[], ['nonsense'], ['ls', '--nonsense'], ['code'], ['take', 'x', '--wait', 'long'], ['completion', 'tcsh']])
    expect([list, await codeOf(list)]).toEqual([list, 2])
  expect(await codeOf(['ls'], { TWOFOLD_URL: 'http://vault.example.org' })).toBe(2)
  expect(await codeOf(['code', crypto.randomUUID()])).toBe(4)
  expect(await codeOf(['ls'], { TWOFOLD_URL: 'http://127.0.0.1:9' })).toBe(7)
  const ended = await machine.run(['token', 'revoke'], { input: token.text, env: { TWOFOLD_URL: app.url } })
  expect(ended.code).toBe(0)
  expect(await codeOf(['ls'])).toBe(3)
  await Promise.all(Array.from({ length: 60 }, () => app.call(startDeviceSignIn, { body: { client_id: 'Somebody else' } })))
  expect(await codeOf(['login', app.url])).toBe(8)
}, 300_000)

test('a service account’s token says whose it is, and lists the keys of the account alone', async () => {
  const { app, ann, id, machine } = await startVault()
  await ann.addKey('Host')
  const account = await makeServiceAccount(app, id)
  const { text } = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['keys:read', 'codes:take'] })
  const env = { TWOFOLD_TOKEN: text }
  expect((await machine.run(['whoami'], { env })).stdout).toContain('Deploy bot (service account)')
  expect(await machine.run(['ls', '--json'], { env })).toMatchObject({ code: 0, stdout: '{"keys":[]}\n' })
  for (const [name, word] of [
    ['Registry', 'Registry'],
    ['Ann’s old registry', "'Ann’s old registry'"],
  ] as const) {
    const { key } = await ann.addKey(name)
    await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id, approval: 'none' } })
    expect(await machine.run(['code', name], { env })).toMatchObject({
      code: 4,
      stderr: `twofold: A service account takes its codes. Run: twofold take ${word}\n`,
    })
  }
})

test('a take says at once what it waits for: a person, with the number to compare, and then a free code', async () => {
  const { app, ann, id, machine } = await startVault()
  const { key } = await ann.addKey('Host')
  const account = await makeServiceAccount(app, id)
  await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id, approval: 'each' } })
  const { text } = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['keys:read', 'codes:take'] })
  const env = { TWOFOLD_TOKEN: text }
  const asks = machine.start(['take', 'Host', '--wait', '900'], env)
  const number = Number(await asks.says(/The number there must be (\d\d)\./))
  const [asked] = (await ann.call(listApprovals, {})).body.data
  expect(asked?.number).toBe(number)
  await ann.call(approveTake, { params: { id: asked?.id ?? '' }, body: { number } })
  expect(await asks.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d{6}\n$/) as string })

  // The clock stands still: the code of this window is gone, and the next one is not there yet.
  const waits = machine.start(['take', 'Host', '--wait', '900'], { TWOFOLD_TOKEN: ann.token })
  await waits.says(/You are next/)
  waits.child.kill('SIGINT')
  expect((await waits.ended).code).toBe(130)
  expect((await ann.call(listTakes, {})).body.data[0]?.state).toBe('cancelled')
  // Less than a held answer takes.
}, 45_000)

test('the command line is installed from its packed file alone, small, bundled and runnable', async () => {
  const { folder, manifest } = await installPacked('cli')
  expect([manifest['dependencies'], Object.keys(manifest['optionalDependencies'] as object)]).toEqual([undefined, ['@napi-rs/keyring']])
  const program = join(folder, 'node_modules/.bin/twofold')
  expect(execFileSync(process.execPath, [program, '--version']).toString()).toBe(`${String(manifest['version'])}\n`)
  const whole = await readFile(join(folder, 'node_modules/@twofold/cli/dist/twofold.mjs'))
  expect(whole.length).toBeLessThan(400_000)
  const again = await startMachine()
  expect(
    createHash('sha256')
      .update(await readFile(again.program))
      .digest('hex'),
  ).toBe(createHash('sha256').update(whole).digest('hex'))
})
