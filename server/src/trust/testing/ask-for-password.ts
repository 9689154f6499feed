import { resetUserPassword } from '@twofold/contract/admin/users'
import { signIn } from '@twofold/contract/sessions'
import { expect } from 'vitest'
import type { TestApp } from '../../testing/start-test-app.ts'
import { type Person, requestOf } from '../../testing/approvals.ts'

export const newPassword = 'another-long-password'

export const canEnter = async (app: TestApp, name: string, password: string) =>
  (await app.call(signIn, { body: { email: `${name}@example.org`, password } })).status === 200

export async function askForPassword(person: Person, id: string) {
  const answer = await person.call(resetUserPassword, { params: { id }, body: { new_password: newPassword } })
  expect([answer.status, answer.body]).toMatchObject([202, { request: { id: expect.any(String) as string } }])
  return requestOf(answer)
}

export const stateOf = async (app: TestApp, id: string) => {
  const { state, outcome, sealed } = await app.db.selectFrom('requests').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(sealed === null).toBe(state !== 'waiting' && state !== 'approved')
  return { state, outcome }
}
