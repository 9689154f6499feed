import { addBackupCodes, listBackupCodes } from '@twofold/contract/backup-codes'
import { addGroup, addGroupMember, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { setKeyIcon } from '@twofold/contract/key-icons'
import { leaveKey, listShares, revokeShare, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { exportKeys } from '@twofold/contract/transfer'
import { expect, test } from 'vitest'
import { picture } from '../../testing/test-picture.ts'
import { nameOf, readContract } from '../../testing/read-contract.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

/** The least that somebody must have of a key to make a call about it. */
type Needed = 'view' | 'admin' | 'owner' | 'former owner' | 'former recipient'

const email = 'somebody@example.org'
const calls: [call: string, needed: Needed, body?: object][] = [
  ['GET /keys/{id}', 'view'],
  ['PATCH /keys/{id}', 'view', { favourite: true }],
  ['PATCH /keys/{id}', 'admin', { name: 'Renamed', tags: ['Team'], note: 'a note', favourite: true }],
  ['PATCH /keys/{id}', 'owner', { counter: 7 }],
  ['PUT /keys/{id}/icon', 'admin', { png: picture }],
  ['GET /keys/{id}/icon', 'view'],
  ['DELETE /keys/{id}/icon', 'admin'],
  ['GET /keys/{id}/secret', 'admin'],
  ['POST /keys/{id}/rotate', 'owner', { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', codes: ['000000', '000000'] }],
  ['GET /keys/{id}/deletion', 'owner'],
  ['POST /keys/{id}/restore', 'former owner', {}],
  ['POST /keys/{id}/ask-again', 'former recipient', {}],
  ['DELETE /keys/details/{id}', 'owner'],
  ['GET /keys/{id}/backup-codes', 'admin'],
  ['POST /keys/{id}/backup-codes', 'admin', { codes: ['bbbb-2222'] }],
  ['PATCH /keys/{id}/backup-codes/{code_id}', 'admin', { used: true }],
  ['DELETE /keys/{id}/backup-codes/{code_id}', 'admin'],
  ['GET /keys/{id}/code', 'view'],
  ['POST /keys/{id}/copied', 'view', {}],
  ['POST /keys/{id}/next-code', 'view', {}],
  ['POST /keys/{id}/turn', 'view', {}],
  ['DELETE /keys/{id}/turn', 'view'],
  ['POST /keys/{id}/take', 'view', {}],
  ['GET /keys/{id}/queue', 'view'],
  ['GET /keys/{id}/usage', 'owner'],
  ['POST /keys/{id}/share', 'owner', { email }],
  ['GET /keys/{id}/shares', 'owner'],
  ['PATCH /keys/{id}/shares/{share_id}', 'owner', { permission: 'admin' }],
  ['POST /keys/{id}/shares/{share_id}/confirm', 'owner', {}],
  ['DELETE /keys/{id}/shares/{share_id}', 'owner'],
  ['POST /keys/{id}/shares/{share_id}/restore', 'owner', {}],
  ['POST /keys/{id}/shares/{share_id}/remind', 'owner', {}],
  ['POST /keys/{id}/transfer', 'owner', { email }],
  ['GET /keys/{id}/transfer', 'owner'],
  ['DELETE /keys/{id}/transfer', 'owner'],
  // The last: it takes the key away.
  ['POST /keys/{id}/leave', 'view', {}],
]

const shared = shareApp(startTestApp)

/** `how`: apart from other ones of the same test. */
async function start(how = 'once') {
  const app = shared()
  const ann = await app.signUp(`ann-${how}@example.org`)
  const { key } = await ann.addKey('Door', { type: 'hotp' })
  const params = { id: key.id }
  await ann.call(addBackupCodes, { params, body: { codes: ['aaaa-1111'] } })
  await ann.call(setKeyIcon, { params, body: { png: picture } })
  await ann.enterPin()
  const share_id = await ann.share(key.id, email)
  const code_id = (await ann.call(listBackupCodes, { params })).body.data[0]?.id ?? ''
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  const person = async (name: string) => {
    const signedUp = await app.signUp(`${name}-${how}@example.org`)
    await signedUp.enterPin()
    const ask = async (call: string, body?: object) => {
      const [method = '', path = ''] = call.split(' ')
      const filled = path.replace('{id}', key.id).replace('{share_id}', share_id).replace('{code_id}', code_id)
      const answer = await signedUp.send(method, `/api${filled}`, body === undefined ? {} : { body })
      return answer.status < 300 ? 'done' : answer.body.code
    }
    return { ...signedUp, ask }
  }
  return { app, ann, key, params, group, person }
}

test('each call about a key has somebody who says what it takes', async () => {
  const about = (await readContract()).filter(({ path }) => /^\/keys\/.*\{id\}/.test(path)).map(nameOf)
  expect(about.toSorted()).toEqual([...new Set(calls.map(([call]) => call))].toSorted())
})

test.each(['view', 'admin'] as const)(
  'a person with access %s to a key, alone or in a group, may make its calls and no others',
  async (level) => {
    for (const isGrouped of [false, true]) {
      const { ann, key, params, group, person } = await start(isGrouped ? 'grouped' : 'alone')
      const bo = await person('bo')
      if (isGrouped) {
        await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
        await ann.call(shareKey, { params, body: { group_id: group.id, permission: level } })
      } else await ann.share(key.id, bo.email, { permission: level })
      for (const [call, needed, body] of calls) {
        const expected =
          needed === 'owner'
            ? 'keys.owner_only'
            : needed === 'former owner' || needed === 'former recipient'
              ? 'keys.not_found'
              : needed === 'admin' && level === 'view'
                ? 'keys.view_only'
                : isGrouped && call.endsWith('/leave')
                  ? 'sharing.through_group'
                  : call.endsWith('/code')
                    ? 'keys.code_on_demand'
                    : call.endsWith('/turn')
                      ? 'keys.counter_based'
                      : 'done'
        expect([call, body, await bo.ask(call, body)]).toEqual([call, body, expected])
      }
      expect((await ann.call(listShares, { params })).status).toBe(200)
    }
  },
)

test('a person who had a key until a moment ago, in whatever way, finds none in any call', async () => {
  const { app, ann, key, params, group, person } = await start()
  const [late, revoked, left, member] = [await person('late'), await person('revoked'), await person('left'), await person('member')]
  const admin = { permission: 'admin' } as const
  await ann.share(key.id, late.email, { ...admin, expires_at: new Date(app.clock.now() + 1000).toISOString() })
  const share_id = await ann.share(key.id, revoked.email, admin)
  await ann.share(key.id, left.email, admin)
  await ann.call(shareKey, { params, body: { group_id: group.id, ...admin } })
  const { member_id } = (await ann.call(addGroupMember, { params: { id: group.id }, body: { email: member.email } })).body
  const gone = [late, revoked, left, member]
  for (const person of gone) expect(await person.visible()).toEqual([key.id])

  app.clock.advance(1000)
  await ann.call(revokeShare, { params: { ...params, share_id } })
  await left.call(leaveKey, { params })
  await ann.call(removeGroupMember, { params: { id: group.id, member_id: member_id ?? '' } })
  for (const person of gone) {
    expect(await person.visible()).toEqual([])
    for (const [call, needed, body] of calls) {
      // Only people whose access the owner ended can request it.
      const expected = needed === 'former recipient' && person === revoked ? 'done' : 'keys.not_found'
      expect([person.email, call, await person.ask(call, body)]).toEqual([person.email, call, expected])
    }
    const shared = await person.call(shareKeys, { body: { key_ids: [key.id], email } })
    expect(shared.body.results).toEqual([{ id: key.id, outcome: 'not_found', share_id: null }])
    const exported = await person.call(exportKeys, { body: { format: 'links', key_ids: [key.id] } })
    expect(exported.body.code).toBe('keys.not_found')
  }
})
