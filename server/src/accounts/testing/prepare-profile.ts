import { updateProfile } from '@twofold/contract/profile'
import { letMailOut } from '../../testing/queued-events.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

/** The name that Ann signs up with. */
export const name = 'Ann Example'

/** Ann has signed up. With `mail`, e-mail can be sent from then on. */
export async function prepareProfile(app: TestApp, mail: boolean) {
  await letMailOut(app, false)
  const ann = await app.signUp('ann@example.org', name)
  await letMailOut(app, mail)
  const { email } = ann
  const other = app.address('new@example.org')
  const update = (body: { name?: string; email?: string; current_password?: string; auto_lock_minutes?: number | null }) =>
    ann.call(updateProfile, { body: { name, email, ...body } })
  return { app, ann, email, other, update }
}
