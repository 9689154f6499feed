import { getKey } from '@twofold/contract/keys'
import { changeShare, confirmShare, listShares, remindShare, restoreShare, revokeShare } from '@twofold/contract/sharing/grants'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { keyUsage, type UsageEntry } from '@twofold/contract/usage'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Said } from '../../testing/example.ts'
import { focus, pressEscape } from '../../testing/keyboard.ts'
import { holdTimeEarly, passTime } from '../../testing/clock.ts'
import { onePage } from '../../testing/paging.ts'
import { breakdown, refusal, serve } from '../../testing/server.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'
import { sheet, field, row, level, end, operations, params, mia, serveShares, openSheet } from '../../testing/access-sheet.ts'

beforeEach(() => void signInWithKeys([{ name: 'Code host' }]))

test('people, groups and service accounts stand with level, end and use, and machines say who can make tokens for them', async () => {
  holdTimeEarly()
  serveShares(
    { ...mia, last_used_at: new Date(Date.now() - 5000).toISOString() },
    { id: idOf(51), email: null, group: operations, permission: 'admin', expires_at: '2030-01-31T12:00:00.000Z' },
    {
      id: idOf(52),
      service_account: { id: idOf(7), name: 'Deploy bot', managers: 3, is_accepted: true, approval: 'each' },
      permission: 'view-only',
    },
    { id: idOf(53), service_account: { id: idOf(8), name: 'Night bot', managers: 1, is_accepted: false }, permission: 'view-only' },
    { id: idOf(54), email: 'late@example.org', permission: 'view-only', is_expired: true, expires_at: '2020-01-31T12:00:00.000Z' },
    { id: idOf(55), email: 'zoe@example.org', name: 'Zoe', last_shown_at: new Date(Date.now() - 35 * 60_000).toISOString() },
  )
  await openSheet()
  await expect.element(sheet).toHaveAccessibleDescription('Time-based · 2 people, 1 group, 2 service accounts')
  await expect.element(row('Mia')).toMatchTextContent(/mia@example\.org.*Copied a code \d+ s ago.*View Only.*No end/)
  await expect.element(row('Operations')).toMatchTextContent(/Group of 3 people · Not used yet.*Admin.*Jan 31, 2030/)
  await expect.element(row('Deploy bot')).toMatchTextContent(/3 people can create tokens.*Approve each code/)
  await expect.element(row('Night bot')).toMatchTextContent('Waits for a manager to accept it')
  await expect.element(row('late@example.org')).toMatchTextContent('Ended Jan 31, 2020')
  // Views are known by the hour that they were in, which may have begun before Zoe had the key.
  await expect.element(row('Zoe')).toMatchTextContent('Codes shown within the last hour')
})

test('a person who joined by a link that others may have had is said to wait for a confirmation, which is one press away', async () => {
  const late = { id: idOf(51), email: 'late@example.org', is_expired: true, expires_at: '2020-01-31T12:00:00.000Z' }
  serveShares(
    { id: idOf(50), email: 'mia@example.org', permission: 'view-only', awaits_confirmation: true },
    { ...late, permission: 'view-only', awaits_confirmation: true },
  )
  const confirmed = serve(confirmShare, { message: '' })
  await openSheet()
  await expect.element(row('mia@example.org')).toMatchTextContent('Joined. The key waits until you confirm that it is them.')
  // A confirmation gives nobody a key whose time is over.
  await expect.element(row('late@example.org')).toMatchTextContent(/^(?!.*waits until you confirm).*Ended Jan 31, 2020/)
  await row('mia@example.org').getByRole('button', { name: 'Confirm the person' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Confirm/ })
    .click()
  await expect.poll(() => confirmed.map((call) => call.params)).toEqual([params(50)])
})

test('whether a service account has to ask stands with it, and who may not answer is chosen where somebody has to', async () => {
  const bot = { id: idOf(7), name: 'Deploy bot', managers: 3, is_accepted: true, approval: 'none' as const, four_eyes: false }
  const shares = serveShares({ id: idOf(52), service_account: bot, permission: 'view-only' })
  const changes = serve(changeShare, ({ body: { approval, four_eyes: isByOthers } }) => {
    const now = shares.data[0]?.service_account ?? bot
    shares.data[0] = {
      id: idOf(52),
      permission: 'view-only',
      service_account: { ...now, approval: approval ?? now.approval, four_eyes: isByOthers ?? now.four_eyes },
    }
    return { message: 'Access changed.' }
  })
  await openSheet()
  const terms = sheet.getByRole('button', { name: 'approval of Deploy bot' })
  const choice = (name: RegExp) => page.getByRole('menuitemradio', { name })
  await terms.click()
  await expect.element(choice(/Two people/)).not.toBeInTheDocument()
  await choice(/Approve each run/).click()
  await expect.element(terms).toMatchTextContent('Approve each run')
  await terms.click()
  await choice(/Two people/).click()
  await terms.click()
  await expect.element(choice(/Two people/)).toBeChecked()
  expect(changes.map(({ body }) => body)).toEqual([{ approval: 'per_run' }, { four_eyes: true }])
})

test('level and end change where they stand, and what is refused goes back and says why', async () => {
  const shares = serveShares(mia)
  const changes = serve(changeShare, ({ body }) => {
    if (body.expires_at) return refusal('sharing.expires_in_past')
    shares.data[0] = { ...mia, permission: 'admin' }
    return { message: 'Access changed.' }
  })
  await openSheet()
  await level('Mia').click()
  await page.getByRole('menuitemradio', { name: /Admin/ }).click()
  await expect.element(level('Mia')).toMatchTextContent('Admin')
  await end('Mia').click()
  await page.getByRole('menuitemradio', { name: 'In 1 hour' }).click()
  await expect.element(row('Mia').getByRole('alert')).toMatchTextContent('Please choose a time in the future.')
  await expect.element(end('Mia')).toMatchTextContent('No end')
  await end('Mia').click()
  await page.getByRole('menuitemradio', { name: 'On a date' }).click()
  await row('Mia').getByLabelText('Last day').fill('2031-02-03')
  await row('Mia').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => changes).toHaveLength(3)
  expect(changes.map((call) => call.params)).toEqual([params(50), params(50), params(50)])
  expect(changes[0]?.body).toEqual({ permission: 'admin' })
  expect(changes[2]?.body.expires_at).toMatch(/^2031-02-0[34]/)
})

test('access is removed at once and without a question, and Undo or Z gives it back', async () => {
  const shares = serveShares(mia)
  const revoked = serve(revokeShare, () => {
    shares.data = []
    return { message: 'Access of Mia ended.' }
  })
  const restored = serve(restoreShare, () => {
    shares.data = [mia]
    return { message: 'Mia has access again.' }
  })
  const remove = async () => {
    await sheet.getByRole('button', { name: 'More for Mia' }).click()
    await page.getByRole('menuitem', { name: 'Remove access' }).click()
  }
  await openSheet()
  await remove()
  await expect.element(row('Mia removed')).toMatchTextContent('Never saw the secret. Nothing else to do.')
  await expect.element(row('Mia removed').getByRole('button', { name: 'Undo' })).toHaveFocus()
  await expect.poll(() => revoked.map((call) => call.params)).toEqual([params(50)])
  await row('Mia removed').getByRole('button', { name: 'Undo' }).click()
  await expect.element(level('Mia')).toHaveFocus()
  await remove()
  await expect.element(row('Mia removed')).toBeVisible()
  await userEvent.keyboard('z')
  await expect.element(page.getByText('Mia has access again.').first()).toBeVisible()
  await expect.element(level('Mia')).toBeVisible()
  expect(restored.map((call) => call.params)).toEqual([params(50), params(50)])
})

test('only a person who has not used the key yet can be notified again', async () => {
  serveShares(mia, { id: idOf(51), email: 'new@example.org', permission: 'view-only', created_at: '2026-11-02T10:00:00.000Z' })
  const reminded = serve(remindShare, { message: 'Sent again to new@example.org.' })
  await openSheet()
  await sheet.getByRole('button', { name: 'More for Mia' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Remove access' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Send again' })).not.toBeInTheDocument()
  await pressEscape()
  await sheet.getByRole('button', { name: 'More for new@example.org' }).click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect.element(page.getByText('Sent again to new@example.org.')).toBeVisible()
  expect(reminded.map((call) => call.params)).toEqual([params(51)])
})

test('a person who saw the secret is not shut out by removing them: the page says so, and begins to replace it', async () => {
  serveShares({ ...mia, secret_seen_at: '2026-11-03T10:00:00.000Z' })
  serve(revokeShare, { message: 'Access of Mia ended.' })
  serve(getKey, {})
  await openSheet()
  await focus(level('Mia'))
  await userEvent.keyboard('{Delete}')
  await expect
    .element(row('Mia removed'))
    .toMatchTextContent('Saw the secret on Nov 3, 2026. Replace the key at Code host to shut them out.')
  await row('Mia removed').getByRole('button', { name: 'Start' }).click()
  await expect.element(page.getByRole('dialog', { name: /Replace the secret/ })).toBeVisible()
})

test('when the time to undo is over the row goes, and the focus to the next one or the field', async () => {
  holdTimeEarly()
  const shares = serveShares(mia, { id: idOf(51), email: 'bo@example.org', permission: 'admin', created_at: '2026-11-02T10:00:00.000Z' })
  serve(revokeShare, ({ params: { share_id } }) => {
    shares.data = shares.data.filter(({ id }) => id !== share_id)
    return { message: 'Access ended.' }
  })
  await openSheet()
  const remove = async (who: string) => {
    await focus(level(who))
    await userEvent.keyboard('{Delete}')
    await expect.element(row(`${who} removed`).getByRole('button', { name: 'Undo' })).toHaveFocus()
    await expect.poll(() => shares.data.some(({ name, email }) => (name ?? email) === who)).toBe(false)
    await passTime(10_000)
    await expect.element(row(`${who} removed`)).not.toBeInTheDocument()
  }
  await remove('Mia')
  await expect.element(level('bo@example.org')).toHaveFocus()
  await remove('bo@example.org')
  await expect.element(field).toHaveFocus()
})

test('a removal that fails leaves the access where it is', async () => {
  serveShares(mia)
  serve(revokeShare, breakdown())
  await openSheet()
  await focus(level('Mia'))
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByText('Failed to revoke access. Please try again.')).toBeVisible()
  await expect.element(level('Mia')).toBeVisible()
})

test('each row is one Tab stop, arrows go from row to row and within one, and Escape closes the list, then the sheet', async () => {
  serveShares(mia, { id: idOf(51), email: 'bo@example.org', permission: 'admin', created_at: '2026-11-02T10:00:00.000Z' })
  await openSheet()
  const [first, second] = [level('Mia'), level('bo@example.org')]
  await expect.element(second).toBeVisible()
  await focus(first)
  await userEvent.keyboard('{Tab}')
  await expect.element(second).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(first).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(end('Mia')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(sheet.getByRole('button', { name: 'More for Mia' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('menuitemradio', { name: /View Only/ })).toBeVisible()
  await pressEscape()
  await expect.element(second).toHaveFocus()
  await userEvent.keyboard('d')
  await expect.element(page.getByRole('menuitemradio', { name: 'In 7 days' })).toBeVisible()
  await pressEscape()
  await field.fill('fa')
  await expect.element(sheet.getByText('Nobody found.')).toBeVisible()
  await pressEscape()
  await expect.element(sheet.getByText('Nobody found.')).not.toBeInTheDocument()
  await expect.element(sheet).toBeVisible()
  await pressEscape()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Share Code host' })).toHaveFocus()
})

test('when the list of people fails to load it says so, and Retry loads it', async () => {
  serve(listShares, refusal('server.failed'))
  await openSheet()
  await expect.element(sheet.getByRole('heading', { name: 'Who has this key could not be loaded' })).toBeVisible()
  serve(listShares, {})
  await sheet.getByRole('button', { name: 'Retry' }).click()
  await expect.element(sheet.getByRole('heading', { name: 'Only you have this key' })).toBeVisible()
})

test('a key is offered to one of those who have it, in place of the add field', async () => {
  serveShares(mia, { id: idOf(51), email: 'late@example.org', permission: 'view-only', is_expired: true })
  const offered = serve(transferKey, { message: 'Code host is offered to mia@example.org.' })
  await openSheet()
  await sheet.getByRole('button', { name: 'Hand over' }).click()
  const card = sheet.getByRole('form', { name: 'Hand over Code host' })
  await expect.element(field).not.toBeInTheDocument()
  await card.getByRole('button', { name: 'Offer key' }).click({ force: true })
  expect(offered).toEqual([])
  const owner = card.getByLabelText('New owner')
  expect((await owner.findElement()).textContent).not.toContain('late@example.org')
  await owner.selectOptions('Mia (mia@example.org)')
  await expect.element(card).toMatchTextContent('Once Mia accepts, they can share, change and delete this key.')
  await card.getByRole('button', { name: 'Offer key' }).click()
  await expect.element(field).toBeVisible()
  expect(offered.map(({ body }) => body.email)).toEqual(['mia@example.org'])
})

test('the keys that turn between the views take the focus to the tab of the view', async () => {
  serveShares(mia)
  serve(keyUsage, { ...onePage<Said<UsageEntry>>(), copies: Array<number>(30).fill(0) })
  await openSheet()
  await focus(level('Mia'))
  await userEvent.keyboard(']')
  await expect.element(sheet.getByRole('tab', { name: 'History' })).toHaveFocus()
  await userEvent.keyboard('[[') // one [, as user-event writes it
  await expect.element(sheet.getByRole('tab', { name: 'Who has access' })).toHaveFocus()
  await expect.element(row('Mia')).toBeVisible()
})

test('the history says who used the key and whose access began and ended, and gives one back that ended within a day', async () => {
  const now = Date.now()
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  const shares = serveShares({ ...mia, created_at: ago(40) })
  shares.ended = [{ id: idOf(60), email: 'eli@example.org', permission: 'view-only', created_at: ago(9000), ended_at: ago(5) }]
  serve(keyUsage, {
    ...onePage<Said<UsageEntry>>(
      { kind: 'copied', person: { name: 'Mia', email: 'mia@example.org' }, at: ago(1) },
      { kind: 'copied', person: { name: 'Deploy bot', email: null }, reason: 'release 1.2', at: ago(2) },
      { kind: 'copied', person: { name: 'Nightly', email: null }, at: ago(3) },
      { kind: 'secret', person: { name: 'Ann', email: 'ann@example.org', is_owner: true }, at: ago(10) },
    ),
    copies: [...Array<number>(28).fill(0), 3, 4],
  })
  const restored = serve(restoreShare, () => {
    shares.ended = []
    return { message: 'eli@example.org has access again.' }
  })
  await openSheet()
  await sheet.getByRole('tab', { name: 'History' }).click()
  await expect.element(sheet.getByText('7 codes copied in 30 days')).toBeVisible()
  await expect.element(row('Mia copied a code')).toBeVisible()
  await expect.element(row('Deploy bot took a code for “release 1.2”')).toBeVisible()
  await expect.element(row('Nightly took a code')).toBeVisible()
  await expect.element(row('You saw the secret')).toBeVisible()
  await expect.element(row('Mia got access')).toMatchTextContent('View Only')
  await sheet.getByRole('button', { name: 'Undo: give eli@example.org access again' }).click()
  await expect.element(row('Access of eli@example.org ended')).not.toBeInTheDocument()
  expect(restored.map((call) => call.params)).toEqual([params(60)])
})
