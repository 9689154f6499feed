import { deleteProfile } from '@twofold/contract/profile'
import { addGroupMember } from '@twofold/contract/sharing/memberships'
import { shareKey } from '@twofold/contract/sharing/grants'
import { acceptOffer, findOffer, transferKey } from '@twofold/contract/sharing/hand-over'
import { expect, test } from 'vitest'
import { offerKey } from '../testing/hand-over.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, testPassword } from '../testing/start-test-app.ts'
import { startEndings } from './testing/start-endings.ts'

const shared = shareApp(startTestApp)

const start = () => startEndings(shared())

test.each(['before the key is handed over', 'while it is'])(
  'a member of a group who deletes the account %s has no access left',
  async (when) => {
    const { app, ann, bo, group, params, askWhileEnding, shares } = await start()
    const heir = await app.signUp('heir@example.org')
    await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
    await ann.call(shareKey, { params, body: { group_id: group.id } })
    const offer = { id: await offerKey(ann, heir, params.id) }
    const accept = () => heir.call(acceptOffer, { params: offer })
    if (when === 'while it is') expect((await askWhileEnding(bo.email, accept)).status).toBe(200)
    else {
      await bo.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
      expect((await accept()).status).toBe(200)
    }
    expect((await shares()).filter(({ hasEnded }) => !hasEnded)).toEqual([])
  },
)

test('an offer ends with the account of its recipient, and one that is made meanwhile waits for who proves the address next', async () => {
  const { app, ann, bo, params, askWhileEnding } = await start()
  const offers = () => app.db.selectFrom('key_offers').where('key_id', '=', params.id).select('recipient_id').execute()
  await offerKey(ann, bo, params.id)
  await bo.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
  expect(await offers()).toEqual([])
  expect((await ann.call(findOffer, { params })).body).toEqual({ offer: null })
  const di = await app.signUp('di@example.org')
  expect((await askWhileEnding(di.email, () => ann.call(transferKey, { params, body: { email: di.email } }))).status).toBe(200)
  expect(await offers()).toEqual([{ recipient_id: null }])
})
