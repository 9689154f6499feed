import { addBackupCodes, listBackupCodes } from '@twofold/contract/backup-codes'
import { getLeaver, handOverKeys, type LeaverList, listLeaverKeys } from '@twofold/contract/admin/leavers'
import { setUserStatus } from '@twofold/contract/admin/users'
import { showSecret } from '@twofold/contract/keys'
import { listActivity } from '@twofold/contract/profile'
import type { TestOffice } from '../../../testing/start-office.ts'

const deactivated = { is_active: false, reason: 'Left the company' }

/** Bo owns a key that Cy uses, and has had Cy's keys in three ways: code only, the secret, the backup codes. */
export async function prepareLeaver(app: TestOffice) {
  const [bo, cy, di] = [
    await app.signUp('bo@example.org', 'Bo Sample'),
    await app.signUp('cy@example.org', 'Cy Sample'),
    await app.signUp('di@example.org', 'Di Sample'),
  ]
  await app.growOld()
  const ids = { bo: await app.idOf(bo.email), cy: await app.idOf(cy.email), di: await app.idOf(di.email) }
  const params = { id: ids.bo }
  return {
    ...app,
    bo,
    cy,
    di,
    ids,
    params,
    leave: () => app.admin.call(setUserStatus, { params, body: deactivated }),
    plan: async () => (await app.admin.call(getLeaver, { params })).body.plan,
    list: async (list: LeaverList, query: { search?: string } = {}) =>
      (await app.admin.call(listLeaverKeys, { params, query: { list, ...query } })).body.data,
    handOver: (by: typeof app.admin, keyId: string, to: string) => by.call(handOverKeys, { params, body: { key_ids: [keyId], to } }),
    kinds: async (person: typeof bo) =>
      (await person.call(listActivity, { query: {} })).body.data.map(({ kind, description }) => [kind, description]),
  }
}

type Started = Awaited<ReturnType<typeof prepareLeaver>>

export async function withKeys(app: Started) {
  const own = (await app.bo.addKey('Own')).key.id
  await app.bo.share(own, app.cy.email)
  const [codes, secret, backup] = [
    (await app.cy.addKey('Codes only')).key.id,
    (await app.cy.addKey('Secret seen')).key.id,
    (await app.cy.addKey('Backup codes seen')).key.id,
  ]
  await app.cy.share(codes, app.bo.email, { permission: 'view' })
  await app.cy.share(secret, app.bo.email, { permission: 'admin' })
  await app.cy.share(backup, app.bo.email, { permission: 'admin' })
  await app.cy.call(addBackupCodes, { params: { id: backup }, body: { codes: ['aaaa-1111'] } })
  await app.bo.codes()
  await app.bo.send('POST', `/api/keys/${codes}/copied`, { body: { code: 'current' } })
  await app.bo.enterPin()
  await app.bo.call(showSecret, { params: { id: secret } })
  await app.bo.call(listBackupCodes, { params: { id: backup } })
  return { own, codes, secret, backup }
}
