import { makeToken } from '../machines/testing/make-token.ts'
import { startTestApp, type TestAppOptions } from './start-test-app.ts'
import { startMachine } from './twofold-command.ts'
import { startOfWindow } from './start-of-window.ts'

export async function startVault(options: TestAppOptions = {}) {
  // The clock stays at the begin of a window, so that a code is free for its whole length.
  const app = await startTestApp({ now: startOfWindow(), ...options })
  const ann = await app.signUp('ann@example.org', 'Ann')
  await ann.enterPin()
  const id = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  const machine = await startMachine({ TWOFOLD_URL: app.url })
  /** As `twofold login` does it, without the wait. */
  const device = () => makeToken(app, { kind: 'cli', owner: id })
  return { app, ann, id, machine, device }
}
