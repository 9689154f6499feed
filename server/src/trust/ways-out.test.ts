import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { goodBodies } from '../testing/good-bodies.ts'
import { nameOf, readContract } from '../testing/read-contract.ts'
import { createPerson, startTestApp, testPassword } from '../testing/start-test-app.ts'
import { effectOf, waysOut } from './ways-out.ts'

const endpoints = await readContract()

test('somebody has said of each call what becomes of it while an account is closed (server/src/trust/ways-out.ts)', () => {
  const names = endpoints.map(nameOf)
  expect(names.filter((name) => !waysOut.has(name))).toEqual([])
  expect([...waysOut.keys()].filter((name) => !names.includes(name))).toEqual([])
})

test('a call that nobody has spoken about lets something out', () => {
  expect(effectOf({ method: 'GET', path: '/novelty' })).toBe('lets out')
  expect(effectOf({ method: 'GET', path: '/profile' })).toBe('stays open')
})

/** Refused once the call is known to be valid, so each gets a body that is. */
async function codesOf(closing: { secrets_closed_until: Date } | { codes_closed_until: Date; secrets_closed_until: Date }) {
  const app = await startTestApp()
  await app.signUp('ann@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).execute()
  const { body: entered } = await app.call(signIn, { body: { email: 'ann@example.org', password: testPassword } })
  const ann = createPerson(app.url, 'ann@example.org', entered.access_token ?? '')
  await ann.addKey('Code host')
  await ann.enterPin()
  await app.db.updateTable('users').set(closing).execute()
  const codes = new Map<string, string>()
  for (const endpoint of endpoints) {
    const name = nameOf(endpoint)
    const effect = waysOut.get(name)
    if (effect === 'stays open') continue
    const path = `/api${endpoint.path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())}`
    const good = goodBodies[name]
    const body = endpoint.body === undefined ? {} : { body: typeof good === 'object' ? good : {} }
    const answer = await ann.send(endpoint.method, path, body)
    codes.set(name, answer.status === 403 ? (answer.body.code ?? '') : String(answer.status))
  }
  return codes
}

const later = () => new Date(Date.now() + 60 * 60_000)

test('while secrets are closed, each call that lets something out or makes a way in is refused, and codes are shown', async () => {
  const codes = await codesOf({ secrets_closed_until: later() })
  for (const [name, code] of codes) {
    const effect = waysOut.get(name)
    if (effect === 'lets out' || effect === 'makes a way in') expect([name, code]).toEqual([name, 'keys.secrets_closed'])
    else expect([name, code]).not.toEqual([name, 'keys.codes_closed'])
  }
})

test('while codes are closed, those that show codes are refused besides', async () => {
  const codes = await codesOf({ codes_closed_until: later(), secrets_closed_until: later() })
  for (const [name, code] of codes) {
    const effect = waysOut.get(name)
    if (effect === 'shows codes') expect([name, code]).toEqual([name, 'keys.codes_closed'])
    if (effect === 'lets out' || effect === 'makes a way in') expect([name, code]).toEqual([name, 'keys.secrets_closed'])
  }
})
