import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { approveDevice } from '@twofold/contract/devices'
import { listKeys } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { makeServiceAccount, makeToken } from '../machines/testing/make-token.ts'
import { readBlocks } from './read-blocks.ts'
import { startTestApp, testPin } from './start-test-app.ts'
import { startMachine } from './twofold-command.ts'
import { startOfWindow } from './start-of-window.ts'

test('docs/command-line.md works when it is followed word for word', async () => {
  // At the begin of a window, where the clock stays.
  const app = await startTestApp({ now: startOfWindow() })
  const ann = await app.signUp('ann@example.org')
  await ann.enterPin()
  for (const name of ['GitHub', 'AWS', 'Registry']) await ann.addKey(name)
  const machine = await startMachine()
  await writeFile(join(machine.home, 'twofold.sh'), `#!/bin/sh\nexec '${process.execPath}' '${machine.program}' "$@"\n`, { mode: 0o755 })
  await writeFile(join(machine.home, 'links.txt'), 'otpauth://totp/Forgejo:ann?secret=JBSWY3DPEHPK3PXQ&issuer=Forgejo\n')
  const blocks = await readBlocks('command-line.md')
  expect(blocks.length).toBeGreaterThan(7)
  for (const block of blocks) {
    const script = `twofold() { "$HOME/twofold.sh" "$@"; }\n${block.replaceAll('https://vault.example.com', app.url)}`
    await writeFile(join(machine.home, 'block.sh'), `set -e\n${script}`)
    // Codes are taken as the page takes them: with a session.
    const takes = /twofold (take|exec)/.test(block)
    const env = takes ? { TWOFOLD_URL: app.url, TWOFOLD_TOKEN: ann.token } : {}
    const { child, says, ended } = machine.typeAt('bash block.sh', env)
    if (block.includes('login')) {
      const user_code = await says(/enter the code ([A-Z]{4}-[A-Z]{4})/)
      await ann.call(approveDevice, { body: { user_code } })
    }
    for (const [index] of [...block.matchAll(/twofold (share|export)/g)].entries()) {
      await says(new RegExp(`(PIN: [^]*){${index + 1}}`))
      child.stdin?.write(`${testPin}\n`)
    }
    const { code, stdout } = await ended
    expect([block, code, code === 0 ? '' : stdout]).toEqual([block, 0, ''])
  }
  const names = (await ann.call(listKeys, {})).body.own_keys.map(({ name }) => name)
  expect(names.toSorted()).toEqual(['AWS', 'Backup', 'Forgejo', 'GitHub', 'GitLab', 'Registry'])
}, 300_000)

test('docs/codes-in-ci.md works when its lines are run in a job', async () => {
  const app = await startTestApp({ now: startOfWindow() })
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Registry')
  const { id } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { text } = await makeToken(app, { kind: 'svc', owner: (await makeServiceAccount(app, id)).id, scopes: ['codes:take'] })
  const machine = await startMachine({ TWOFOLD_URL: app.url, GITHUB_ACTIONS: 'true' })
  await writeFile(join(machine.home, 'twofold.sh'), `#!/bin/sh\nexec '${process.execPath}' '${machine.program}' "$@"\n`, { mode: 0o755 })
  await writeFile(join(machine.home, 'publish.sh'), '#!/bin/sh\ntest ${#OTP} = 6 -a -z "$TWOFOLD_TOKEN"\n', { mode: 0o755 })
  await writeFile(join(machine.home, 'publish-from-stdin.sh'), '#!/bin/sh\nread code; test ${#code} = 6\n', { mode: 0o755 })
  // A job with an identity needs an issuer: `github-action.test.ts` has one.
  const lines = (await readBlocks('codes-in-ci.md'))
    .flatMap((block) => block.trim().split('\n'))
    .filter((line) => !line.includes('--identity'))
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    await writeFile(join(machine.home, 'line.sh'), `twofold() { "$HOME/twofold.sh" "$@"; }\n${line}\n`)
    // Codes are taken with a session of the key's owner, everything else with the token.
    const isTake = line.includes('exec')
    const { code, stdout } = await machine.typeAt('bash line.sh', { TWOFOLD_TOKEN: isTake ? ann.token : text }).ended
    expect([line, code, code === 0 ? '' : stdout]).toEqual([line, 0, ''])
    // The next line wants a code of its own.
    if (isTake) app.clock.advance(30_000)
  }
  const ended = await app.db.selectFrom('access_tokens').select('revoked_because').executeTakeFirstOrThrow()
  expect(ended.revoked_because).toBe('leaked')
})
