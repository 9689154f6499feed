import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startVault } from './start-vault.ts'

test('exec gives codes to the command alone, by variable or stdin, and nothing that opens more', async () => {
  const { ann, machine } = await startVault()
  await ann.addKey('Host')
  await ann.addKey('Other')
  const env = { TWOFOLD_TOKEN: ann.token, TWOFOLD_SOMETHING: 'x', KEPT: 'y' }
  const script = 'read piped; echo "$OTP $piped"; env | grep -c ^TWOFOLD_; echo "$KEPT"; tr "\\0" " " < /proc/$PPID/cmdline'
  const { code, stdout, stderr } = await machine.run(
    ['exec', '--min-valid', '1', '--env', 'OTP=Host', '--stdin', 'Other', '--', 'sh', '-c', script],
    { env },
  )
  const [codes = '', twofolds, kept, list = ''] = stdout.split('\n')
  expect([code, stderr, twofolds, kept]).toEqual([0, '', '0', 'y'])
  const [otp = '', piped = ''] = codes.split(' ')
  expect([otp, piped]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^\d{6}$/)])
  expect(list).toContain('exec')
  for (const secret of [otp, piped, ann.token]) expect(list).not.toContain(secret)
})

test('exec ends as the command does, with 125 for what fails before it, 126 and 127 for a command that cannot be run', async () => {
  const { app, ann, machine } = await startVault()
  const keys = await Promise.all(['A', 'B', 'C', 'D'].map((name) => ann.addKey(name)))
  expect(keys).toHaveLength(4)
  const env = { TWOFOLD_TOKEN: ann.token }
  const exec = async (key: string, ...list: string[]) =>
    (await machine.run(['exec', '--min-valid', '1', '--wait', '0', '--env', `OTP=${key}`, '--', ...list], { env })).code
  expect(await exec('A', 'sh', '-c', 'test ${#OTP} = 6')).toBe(0)
  expect(await exec('B', 'sh', '-c', 'exit 7')).toBe(7)
  expect(await exec('C', join(machine.home, 'not-there'))).toBe(127)
  const plain = join(machine.home, 'plain')
  await writeFile(plain, 'no program', { mode: 0o600 })
  expect(await exec('D', plain)).toBe(126)
  expect(await exec('A', 'true')).toBe(125)
  expect(await exec('Nowhere', 'true')).toBe(125)
  for (const list of [
    ['exec', '--', 'true'],
    ['exec', '--env', 'A', '--', 'true'],
    ['exec', '--nonsense', '--', 'true'],
    ['exec', '--env', 'A=B'],
  ])
    expect([list, (await machine.run(list, { env })).code]).toEqual([list, 125])
  expect((await machine.run(['exec', '--env', 'A=B', '--', 'true'], { env: { TWOFOLD_URL: app.url } })).code).toBe(125)
})

test('exec passes signals on, and ends with 128 and the signal that ended the command', async () => {
  const { ann, machine } = await startVault()
  await ann.addKey('A')
  await ann.addKey('B')
  const env = { TWOFOLD_TOKEN: ann.token }
  const start = (key: string, ...list: string[]) => machine.start(['exec', '--min-valid', '1', '--env', `OTP=${key}`, '--', ...list], env)
  const script = "process.on('SIGTERM', () => { console.log('heard'); process.exit(3) }); setInterval(() => {}, 1000); console.log('ready')"
  const heard = start('A', process.execPath, '-e', script)
  await heard.says(/ready/)
  heard.child.kill('SIGTERM')
  expect(await heard.ended).toMatchObject({ code: 3, stdout: 'ready\nheard\n' })
  const ended = start('B', 'sh', '-c', 'echo ready; exec sleep 60')
  await ended.says(/ready/)
  ended.child.kill('SIGHUP')
  expect((await ended.ended).code).toBe(129)
})
