import { inviteUser } from '@twofold/contract/admin/users'
import { acceptInvitation } from '@twofold/contract/links'
import { expect } from 'vitest'
import { createPerson, testPin } from '../../testing/start-test-app.ts'
import { type Started, theirs } from '../../testing/insiders.ts'

export const account = { name: 'The Boss', password: theirs, password_confirmation: theirs, pin: testPin }

export async function joinByLink(app: Started) {
  const email = app.address('boss@example.org')
  const { body } = await app.admin.call(inviteUser, { body: { email, delivery: 'link' } })
  const token = body.link?.split('#token=')[1] ?? ''
  const joined = await app.call(acceptInvitation, { body: { token, ...account } })
  expect(joined.status).toBe(201)
  return createPerson(app.url, email, (joined.body as { access_token: string }).access_token)
}
