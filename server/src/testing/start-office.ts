import { signIn } from '@twofold/contract/sessions'
import { startEmailApp } from '../mail-delivery/testing/start-email-app.ts'
import { createPerson, type TestAppOptions, testPassword } from './start-test-app.ts'
import { idOfAccount } from './account-row.ts'

/** An application with an administrator who is signed in, and with ways to more of them. */
export async function startOffice(options: TestAppOptions = {}) {
  const app = await startEmailApp(options)
  const idOf = (email: string) => idOfAccount(app, email)
  const enter = async (email: string, password = testPassword) => {
    const { body } = await app.call(signIn, { body: { email, password } })
    return { ...createPerson(app.url, email, body.access_token ?? ''), answer: body }
  }
  return {
    ...app,
    idOf,
    enter,
    /** Everybody has been here for longer than an administrator's creation would count as one. */
    async growOld() {
      await app.db
        .updateTable('users')
        .set({ created_at: new Date(app.clock.now() - 60 * 24 * 60 * 60 * 1000) })
        .execute()
    },
    /** Another administrator, signed in. */
    async administrator(address: string) {
      const { email } = await app.signUp(address)
      await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
      return { ...(await enter(email)), id: await idOf(email) }
    },
  }
}

export type TestOffice = Awaited<ReturnType<typeof startOffice>>
