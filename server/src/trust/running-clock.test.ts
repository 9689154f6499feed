import { releaseUser, resetUserPin } from '@twofold/contract/admin/users'
import { getClosing, proveAccount } from '@twofold/contract/trust'
import { expect, test } from 'vitest'
import { type Started, expectClosed, started, theirs } from '../testing/insiders.ts'
import { pathChanges } from '../testing/mail-path-changes.ts'
import { withFactor } from '../testing/with-factor.ts'

/*
 * Elsewhere time stands still in a test. In production a credential is set some milliseconds before the account closes because of it, in the same
 * transaction.
 */

/** From here on each look at the clock finds it a few milliseconds later. */
function letTimePass({ clock }: Pick<Started, 'clock'>) {
  const now = clock.now.bind(clock)
  clock.now = () => {
    clock.advance(3)
    return now()
  }
  clock.date = () => new Date(clock.now())
}

test('a PIN that an administrator set is named as what closed the account, and its setter does not open it again', async () => {
  const app = await started()
  const ada = await withFactor(app, 'ada@example.org')
  letTimePass(app)
  expect((await ada.call(resetUserPin, { params: { id: app.id }, body: { new_pin: '9999' } })).status).toBe(200)
  expect((await app.ann.call(getClosing, {})).body.closing).toMatchObject({
    hands: [{ kind: 'pin_set', by: expect.any(String) as string }],
  })
  const own = await ada.call(releaseUser, { params: { id: app.id } })
  expect(own.body.code).toBe('trust.own_hand')
  await expectClosed(app, app.ann)
})

test('a password that came by a link over a touched path is no proof from before', async () => {
  const app = await started()
  await pathChanges['an own server as provider']?.(app)
  letTimePass(app)
  await app.resetByMail()
  const thief = await app.enterAsAnn()
  expect((await thief.call(getClosing, {})).body.closing?.proofs).not.toContain('password')
  expect((await thief.call(proveAccount, { body: { method: 'password', password: theirs } })).status).toBe(422)
  await expectClosed(app, thief)
})
