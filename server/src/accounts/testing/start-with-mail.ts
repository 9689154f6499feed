import { addProvider } from '../../testing/queued-events.ts'
import { startTestApp, type TestApp, type TestAppOptions, testPassword, testPin } from '../../testing/start-test-app.ts'

export async function startWithMail(options: TestAppOptions = {}) {
  const app = await startTestApp({ env: { APP_URL: 'https://vault.example.org' }, ...options })
  await addProvider(app)
  return app
}

/** E-mail can be sent, and Ann has no account yet. */
export function addressOfAnn(app: TestApp) {
  const email = app.address('ann@example.org')
  const account = { name: 'Ann Example', email, password: testPassword, password_confirmation: testPassword, pin: testPin }
  return { app, email, account }
}
