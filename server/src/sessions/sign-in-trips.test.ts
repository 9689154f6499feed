import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { countStatements } from '../testing/count-statements.ts'
import { startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'

const counts = async (app: TestApp) =>
  (
    await sql<{ key: string; points: number }>`select key, points from rate_limits where key like 'sign_in%' order by key`.execute(app.db)
  ).rows.map(({ key, points }) => `${key.replace(/:.*/, '')} ${points}`)

// A pooler that hands out transactions is sent no pipeline, so every statement is a round trip there.
test.skipIf(inject('pooler')?.mode === 'transaction')(
  'a sign-in is forgiven its counts by the last statement before its commit, which follow the tries that were wrong',
  async () => {
    const counting = countStatements()
    const app = await startTestApp()
    const { email } = await app.signUp('ann@example.org')
    const enter = (password: string) => app.call(signIn, { body: { email, password } })
    expect((await enter('not the password')).status).toBe(422)
    expect(await counts(app)).toEqual(['sign_in 1', 'sign_in_failures 1'])
    counting.reset()
    expect((await enter(testPassword)).status).toBe(200)
    expect(await counts(app)).toEqual(['sign_in_failures 1'])
    expect(counting.roundTrips.map(({ length }) => length)).toEqual([1, 2, 4, 7])
    const [limits, , , written] = counting.roundTrips
    expect(limits?.map((text) => /rate_limits/.test(text))).toEqual([true])
    expect(written?.at(-2)).toMatch(/rate_limits/)
    expect(written?.at(-1)).toBe('commit')
  },
)

test('sign-ins of several people from one address at once neither wait in a circle nor leave a count', async () => {
  const app = await startTestApp()
  const emails = ['ann', 'bo', 'cy', 'di'].map((name) => `${name}@example.org`)
  for (const email of emails) await app.signUp(email)
  const twice = [...emails, ...emails].map((email) => app.call(signIn, { body: { email, password: testPassword } }))
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await counts(app)).toEqual(['sign_in_failures 0'])
  expect(app.logged()).not.toContain('gave way')
})
