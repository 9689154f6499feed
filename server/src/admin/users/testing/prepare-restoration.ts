import { deleteUser } from '@twofold/contract/admin/users'
import { previewRestore, restoreUser } from '@twofold/contract/admin/restored-users'
import { signIn } from '@twofold/contract/sessions'
import { expect } from 'vitest'
import type { TestOffice } from '../../../testing/start-office.ts'
import { createPerson } from '../../../testing/start-test-app.ts'

export const day = 24 * 60 * 60 * 1000

export async function prepareRestoration(app: TestOffice) {
  const [bo, cy, di] = [
    await app.signUp('bo@example.org', 'Bo Sample'),
    await app.signUp('cy@example.org', 'Cy Sample'),
    await app.signUp('di@example.org', 'Di Sample'),
  ]
  const ids = { bo: await app.idOf(bo.email), cy: await app.idOf(cy.email), di: await app.idOf(di.email) }
  const params = { id: ids.bo }
  const remove = async (id = ids.bo) => expect((await app.admin.call(deleteUser, { params: { id } })).status).toBe(200)
  const restore = (id = ids.bo, email?: string) =>
    app.admin.call(restoreUser, { params: { id }, body: email === undefined ? {} : { email } })
  const preview = async (id = ids.bo) => (await app.admin.call(previewRestore, { params: { id } })).body
  const enter = async (email: string, password: string) => {
    const answer = await app.call(signIn, { body: { email, password } })
    return { answer, person: createPerson(app.url, email, answer.body.access_token ?? '') }
  }
  return { ...app, bo, cy, di, ids, params, remove, restore, preview, enter }
}
