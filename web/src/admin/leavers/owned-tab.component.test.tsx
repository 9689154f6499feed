import { countLeaverImpact, getLeaver, letKeysGo, type LeaverKey, listLeaverKeys } from '@twofold/contract/admin/leavers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { failAndRetry } from '../../testing/retry.ts'
import { onePage } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const leo = { id: idOf(7), name: 'Leo Leaver' }

test('only the selected rows on the screen stay selected when one is taken out', async () => {
  signInAsAdministrator()
  serve(getLeaver, { plan: { user: { ...leo, is_deleted: false }, state: 'open', owned: { total: 40, done: 1 } } })
  const key = (number: number, name: string) => ({ key_id: idOf(number), name, exists: true, owner: leo })
  const kept = { kind: 'let_go' as const, to: null, at: '2026-11-20T09:00:00.000Z', by: null }
  serve(
    listLeaverKeys,
    onePage<Partial<LeaverKey>>(
      { ...key(1, 'Archive'), decision: kept },
      { ...key(2, 'Billing'), decision: null },
      { ...key(3, 'Code host'), decision: null },
    ),
  )
  await open(`/admin/users/${leo.id}/leaver`)
  const select = (name: string) => page.getByLabelText(`Select ${name}`).click({ force: true })
  await select('Archive')
  await page.getByRole('button', { name: 'Select all 39 undecided keys' }).click()
  await expect.element(page.getByText('39 selected')).toBeVisible()
  await select('Billing')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await expect.element(page.getByLabelText('Select Code host')).toBeChecked()
  await expect.element(page.getByLabelText('Select Archive')).not.toBeChecked()
})

test('the last use is a copied code, else a view, which is known by the hour only', async () => {
  signInAsAdministrator()
  serve(getLeaver, { plan: { user: { ...leo, is_deleted: false }, state: 'open', owned: { total: 4, done: 0 } } })
  const before = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const key = (number: number, name: string) => ({ key_id: idOf(number), name, exists: true, owner: leo, decision: null })
  serve(
    listLeaverKeys,
    onePage<Partial<LeaverKey>>(
      { ...key(1, 'Archive'), last_used_at: before(5), last_shown_at: before(35) },
      { ...key(2, 'Billing'), last_shown_at: before(35) },
      { ...key(3, 'Code host'), last_shown_at: before(185) },
      key(4, 'Door'),
    ),
  )
  await open(`/admin/users/${leo.id}/leaver`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('Archive')).toMatchTextContent('5 min ago')
  await expect.element(row('Billing')).toMatchTextContent('Shown within the last hour')
  await expect.element(row('Code host')).toMatchTextContent('Shown 3 h ago')
  await expect.element(row('Door')).toMatchTextContent('Never')
})

test('programs that take codes of a key are counted beside the people who have it', async () => {
  signInAsAdministrator()
  serve(getLeaver, { plan: { user: { ...leo, is_deleted: false }, state: 'open', owned: { total: 3, done: 0 } } })
  const key = (number: number, name: string) => ({ key_id: idOf(number), name, exists: true, owner: leo, decision: null })
  serve(
    listLeaverKeys,
    onePage<Partial<LeaverKey>>(
      { ...key(1, 'Archive'), people: 4, programs: 0 },
      { ...key(2, 'Billing'), people: 0, programs: 1 },
      { ...key(3, 'Code host'), people: 2, programs: 3 },
    ),
  )
  await open(`/admin/users/${leo.id}/leaver`)
  const others = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(3)
  await expect.element(others('Archive')).toMatchTextContent(/^4$/)
  await expect.element(others('Billing')).toMatchTextContent(/^1 service account$/)
  await expect.element(others('Code host')).toMatchTextContent(/^2 \+ 3 service accounts$/)
})

test('all undecided keys are kept with the account in one go, after a question that counts who loses them', async () => {
  signInAsAdministrator()
  let isDone = false
  const keys = [1, 2].map((number) => ({ key_id: idOf(number), name: `Key ${number}`, exists: true, owner: leo }))
  const kept = { kind: 'let_go' as const, to: null, at: '2026-11-20T09:00:00.000Z', by: { id: idOf(9), name: 'Ada Example' } }
  serve(getLeaver, () => ({
    plan: { user: { ...leo, is_deleted: false }, state: 'open' as const, owned: { total: 2, done: isDone ? 2 : 0 } },
  }))
  serve(listLeaverKeys, () => onePage<Partial<LeaverKey>>(...keys.map((key) => ({ ...key, decision: isDone ? kept : null }))))
  const counted = serve(countLeaverImpact, { keys: 2, shared_keys: 1, people: 1 })
  const calls = serve(letKeysGo, () => {
    isDone = true
    return { message: '2 of 2 done.' }
  })
  await open(`/admin/users/${leo.id}/leaver`)
  await page.getByLabelText('Select Key 1').click({ force: true })
  await page.getByRole('button', { name: 'Select all 2 undecided keys' }).click()
  await page.getByRole('button', { name: 'Keep with account', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Keep 2 keys with the account?' })
  await expect.element(question.getByText('1 person loses access')).toBeVisible()
  await question.getByRole('button', { name: 'Keep with account' }).click()
  await expect.element(page.getByText('2 of 2 done.')).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Key 1' })).toMatchTextContent(/Kept with the account/)
  await expect.element(page.getByText(/selected$/)).not.toBeInTheDocument()
  expect([counted.at(-1)?.body, calls.map(({ body }) => body)]).toEqual([{ all: true }, [{ all: true }]])
})

test('a plan that cannot be loaded says so, and Retry loads it; where there is none, the page says that', async () => {
  signInAsAdministrator()
  serve(listLeaverKeys, onePage())
  serve(getLeaver, { plan: null })
  await open(`/admin/users/${leo.id}/leaver`)
  await expect.element(page.getByRole('heading', { name: 'There is no leaver plan for this user' })).toBeVisible()
  await failAndRetry(getLeaver, `/admin/users/${leo.id}/leaver`, 'The leaver plan could not be loaded', () =>
    serve(getLeaver, { plan: { user: { ...leo, is_deleted: false }, state: 'open' } }),
  )
  await expect.element(page.getByRole('heading', { name: 'Leaver plan of Leo Leaver' })).toBeVisible()
})
