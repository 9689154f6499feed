import { getCurrentUser } from '@twofold/contract/sessions'
import type { TestApp } from '../../testing/start-test-app.ts'
import { codeAt, enrolTotp } from './second-factors.ts'

export const window = 30_000

/** Somebody with an authenticator app, in a window whose code was not used yet. */
export async function signUpWithTotp(app: TestApp) {
  const ann = await app.signUp('ann@example.org')
  const { id } = (await ann.call(getCurrentUser, {})).body
  const { secret, recoveryCodes } = await enrolTotp(app, ann)
  app.clock.advance(10 * window)
  const kinds = async () => (await app.db.selectFrom('activity').where('user_id', '=', id).select('kind').execute()).map(({ kind }) => kind)
  return { app, ann, id, kinds, secret, recoveryCodes, code: (windows = 0) => codeAt(secret, app.clock.now() + windows * window) }
}
