import { signIn } from '@twofold/contract/sessions'
import { createPerson, startTestApp, type TestApp, testPassword } from './start-test-app.ts'

export const day = 24 * 60 * 60 * 1000

export type Person = ReturnType<typeof createPerson>

/** Administrators with these names, whose acts need a second one, and Vic, who has a key. */
export async function startApprovals(names: string[], env: Record<string, string> = {}) {
  const app = await startTestApp({ env: { APPROVALS: 'required', ...env } })
  for (const name of [...names, 'vic']) await app.signUp(`${name}@example.org`)
  await app.db
    .updateTable('users')
    .set({ role: 'admin' })
    .where(
      'email',
      'in',
      names.map((name) => `${name}@example.org`),
    )
    .execute()
  const enter = async (name: string) => {
    const { body } = await app.call(signIn, { body: { email: `${name}@example.org`, password: testPassword } })
    const person = createPerson(app.url, `${name}@example.org`, body.access_token ?? '')
    await person.enterPin()
    await showFactors(app)
    return person
  }
  const people: Record<string, Person> = {}
  for (const name of [...names, 'vic']) people[name] = await enter(name)
  const of = (name: string) => people[name] as Person
  await of('vic').addKey('Code host')
  return { app, of, enter, vic: await idOf(app, 'vic') }
}

/** As if administrators had second factors, and everybody had shown one in each session a moment ago; in earnest: factors/confirm-factor.test.ts. */
export async function showFactors(app: Pick<TestApp, 'db' | 'clock'>) {
  await app.db.updateTable('users').set({ has_second_factor: true }).where('role', '=', 'admin').execute()
  await app.db
    .updateTable('sessions')
    .set({ factor_until: new Date(app.clock.now() + 5 * 60_000) })
    .execute()
}

export const idOf = async (app: TestApp, name: string) =>
  (await app.db.selectFrom('users').where('email', '=', `${name}@example.org`).select('id').executeTakeFirstOrThrow()).id

/** Of a call that waits: which request it became. */
export const requestOf = ({ body }: { body: unknown }) => (body as { request: { id: string } }).request
