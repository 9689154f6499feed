import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { goodBodies } from '../testing/good-bodies.ts'
import { nameOf, readContract } from '../testing/read-contract.ts'
import type { WhileClosed } from '../platform/while-closed.ts'
import { createPerson, startTestApp, testPassword } from '../testing/start-test-app.ts'

const endpoints = await readContract()

/** Refused once the call is known to be valid, so each gets a body that is. */
async function answersOf(closing: { secrets_closed_until: Date } | { codes_closed_until: Date; secrets_closed_until: Date }) {
  const app = await startTestApp()
  await app.signUp('ann@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).execute()
  const { body: entered } = await app.call(signIn, { body: { email: 'ann@example.org', password: testPassword } })
  const ann = createPerson(app.url, 'ann@example.org', entered.access_token ?? '')
  await ann.addKey('Code host')
  await ann.enterPin()
  await app.db.updateTable('users').set(closing).execute()
  const answers: { name: string; whileClosed: WhileClosed; code: string }[] = []
  for (const endpoint of endpoints) {
    const name = nameOf(endpoint)
    const whileClosed = app.declaredCalls.find(name)?.whileClosed
    if (whileClosed === undefined) throw new Error(`${name} is not served`)
    if (whileClosed === 'open') continue
    const path = `/api${endpoint.path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())}`
    const good = goodBodies[name]
    const body = endpoint.body === undefined ? {} : { body: typeof good === 'object' ? good : {} }
    const answer = await ann.send(endpoint.method, path, body)
    answers.push({ name, whileClosed, code: answer.status === 403 ? (answer.body.code ?? '') : String(answer.status) })
  }
  return answers
}

const closesSecrets = /^(lets out|takes in|makes a way in)$/

const later = () => new Date(Date.now() + 60 * 60_000)

test('while secrets are closed, each call that lets something out or makes a way in is refused, and codes are shown', async () => {
  const answers = await answersOf({ secrets_closed_until: later() })
  for (const { name, whileClosed, code } of answers) {
    if (closesSecrets.test(whileClosed)) expect([name, code]).toEqual([name, 'keys.secrets_closed'])
    else expect([name, code]).not.toEqual([name, 'keys.codes_closed'])
  }
})

test('while codes are closed, those that show codes are refused as well', async () => {
  const answers = await answersOf({ codes_closed_until: later(), secrets_closed_until: later() })
  for (const { name, whileClosed, code } of answers) {
    if (whileClosed === 'shows codes') expect([name, code]).toEqual([name, 'keys.codes_closed'])
    if (closesSecrets.test(whileClosed)) expect([name, code]).toEqual([name, 'keys.secrets_closed'])
  }
})
