import { listAccess } from '@twofold/contract/admin/access'
import { getOfficeReview, listOfficeReviews, remindReviewers, startOfficeReview } from '@twofold/contract/admin/reviews'
import { listGroups } from '@twofold/contract/sharing/memberships'
import { answerReview, getReview, listReviews, startReview, undoReviewAnswers, withdrawReview } from '@twofold/contract/reviews'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { expectAddress, open, signIn } from '../testing/open.tsx'
import { onePage } from '../testing/paging.ts'
import { refusal, serve, serveLater, unreachable } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'
import { closeWithoutWaiting, focus } from '../testing/keyboard.ts'

const review = {
  id: idOf(1),
  scope: 'tag',
  of: 'Finance',
  is_office: true,
  started_by: { name: 'Ada Example' },
  created_at: '2026-11-20T10:00:00Z',
  due_at: '2099-12-01T22:00:00Z',
  state: 'open',
  total: 3,
  left: 3,
} as const
const bank = { id: idOf(10), name: 'Bank', kind: 'key' } as const
const item = (number: number, about: { id: string; name: string; kind: 'key' | 'group' }, email: string) => ({
  id: idOf(number),
  about,
  email,
  name: null,
  group: null,
  permission: 'view-only' as const,
  since: '2026-11-01T10:00:00Z',
  until: null,
  last_used_at: null,
  state: 'open' as const,
})
const items = [
  item(20, bank, 'bo@example.org'),
  item(21, bank, 'cy@example.org'),
  item(22, { id: idOf(11), name: 'Code host', kind: 'key' }, 'bo@example.org'),
]

function serveReview() {
  signIn()
  serve(getReview, { review, has_more: false, items })
  const answers = serve(answerReview, ({ body }) => ({
    message: body.answer === 'confirmed' ? 'Confirmed.' : 'Access ended.',
    left: 3 - body.items.length,
    items: body.items.map((id) => ({ id, state: body.answer })),
  }))
  return answers
}

const row = (about: string, who: string) => page.getByRole('region', { name: about }).getByRole('listitem').filter({ hasText: who })

test('each key says who has it, and an answer is saved at once and leads on to the next', async () => {
  const answers = serveReview()
  await open(`/reviews/${review.id}`)
  await expect.element(page.getByRole('heading', { name: 'Keys with the tag Finance', level: 1 })).toBeVisible()
  await expect.element(page.getByText('3 answers left')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Confirm bo@example.org for Bank' }).click()
  await expect.element(row('Bank', 'bo@example.org')).toMatchTextContent(/Confirmed/)
  await expect.poll(() => answers).toEqual([{ params: { id: review.id }, body: { items: [idOf(20)], answer: 'confirmed' } }])
  await expect.element(page.getByRole('button', { name: 'Confirm cy@example.org for Bank' })).toHaveFocus()
})

test('by keys alone: Enter confirms and goes on, R revokes, A confirms all of a key, Z takes the last answer back', async () => {
  const answers = serveReview()
  const undone = serve(undoReviewAnswers, ({ body }) => ({
    message: 'Taken back.',
    left: 3,
    items: body.items.map((id) => ({ id, state: 'open' as const })),
  }))
  await open(`/reviews/${review.id}`)
  await expect.element(page.getByText('3 answers left')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('button', { name: 'Confirm bo@example.org for Bank' })).toHaveFocus()
  await userEvent.keyboard('r')
  await expect.element(row('Bank', 'bo@example.org')).toMatchTextContent(/Revoked/)
  await userEvent.keyboard('z')
  await expect.element(page.getByRole('button', { name: 'Confirm bo@example.org for Bank' })).toBeVisible()
  await expect.poll(() => undone).toMatchObject([{ body: { items: [idOf(20)] } }])
  await focus(page.getByRole('button', { name: 'Confirm bo@example.org for Bank' }))
  await userEvent.keyboard('a')
  await expect.element(row('Bank', 'cy@example.org')).toMatchTextContent(/Confirmed/)
  await expect.element(page.getByRole('button', { name: 'Confirm bo@example.org for Code host' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('Code host', 'bo@example.org')).toMatchTextContent(/Confirmed/)
  // An answer is shown before it is sent.
  await expect
    .poll(() => answers.map(({ body }) => [body.items.length, body.answer]))
    .toEqual([
      [1, 'revoked'],
      [2, 'confirmed'],
      [1, 'confirmed'],
    ])
})

test('thirty keys with two people each take thirty presses of one key', async () => {
  signIn()
  const keys = Array.from({ length: 30 }, (_, index) => ({ id: idOf(100 + index), name: `Key ${index + 1}`, kind: 'key' as const }))
  const asked = keys.flatMap((key, index) => [item(200 + 2 * index, key, 'bo@example.org'), item(201 + 2 * index, key, 'cy@example.org')])
  serve(getReview, { review: { ...review, total: 60, left: 60 }, has_more: false, items: asked })
  let left = 60
  const answers = serve(answerReview, ({ body }) => {
    left -= body.items.length
    return { message: 'Confirmed.', left, items: body.items.map((id) => ({ id, state: body.answer })) }
  })
  await open(`/reviews/${review.id}`)
  await expect.element(page.getByText('60 answers left')).toBeVisible()
  await userEvent.keyboard('j')
  for (const [index] of keys.entries()) {
    await userEvent.keyboard('a')
    await expect.poll(() => answers.length).toBe(index + 1)
  }
  await expect.element(page.getByText(/answers? left/)).not.toBeInTheDocument()
  expect(answers.flatMap(({ body }) => body.items).toSorted()).toEqual(asked.map(({ id }) => id).toSorted())
})

test('a revocation can be undone from its notice', async () => {
  serveReview()
  const undone = serve(undoReviewAnswers, ({ body }) => ({
    message: 'Taken back.',
    left: 3,
    items: body.items.map((id) => ({ id, state: 'open' as const })),
  }))
  await open(`/reviews/${review.id}`)
  await page.getByRole('button', { name: 'Revoke cy@example.org for Bank' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Confirm cy@example.org for Bank' })).toBeVisible()
  await expect.poll(() => undone).toMatchObject([{ body: { items: [idOf(21)] } }])
})

test('an answer that another tab was faster with is shown as it is, and one that fails goes back', async () => {
  serveReview()
  serve(answerReview, ({ body }) => ({
    message: 'Confirmed.',
    left: 2,
    items: body.items.map((id) => ({ id, state: 'revoked' as const })),
  }))
  await open(`/reviews/${review.id}`)
  await page.getByRole('button', { name: 'Confirm bo@example.org for Bank' }).click()
  await expect.element(row('Bank', 'bo@example.org')).toMatchTextContent(/Revoked/)
  serve(answerReview, () => refusal('reviews.over'))
  await page.getByRole('button', { name: 'Confirm cy@example.org for Bank' }).click()
  await expect.element(page.getByText('This review is over. Change access where the key is shared.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Confirm cy@example.org for Bank' })).toBeVisible()
})

test('an answer goes back too if nobody can answer any longer', async () => {
  serveReview()
  await open(`/reviews/${review.id}`)
  const confirm = page.getByRole('button', { name: 'Confirm bo@example.org for Bank' })
  await expect.element(confirm).toBeVisible()
  serve(answerReview, unreachable)
  serve(getReview, unreachable)
  await confirm.click()
  await expect.element(page.getByText('Your answer could not be saved. Please try again.')).toBeVisible()
  await expect.element(confirm).toBeVisible()
})

test('the dashboard asks for what is left, and leads there', async () => {
  signInWithKeys([{ name: 'Bank' }])
  serve(listReviews, { data: [review, { ...review, id: idOf(2), left: 0 }] })
  serve(getReview, { review, has_more: false, items })
  await open('/dashboard')
  await expect.element(page.getByRole('region', { name: 'Who still needs your keys?' }).getByRole('listitem')).toHaveLength(1)
  await page.getByRole('link', { name: 'Review: Keys with the tag Finance' }).click()
  await expectAddress(`/reviews/${review.id}`)
})

test('an owner starts a review of a tag, and withdraws it', async () => {
  signIn()
  serve(listReviews, {})
  serve(listGroups, {})
  const starts = serve(startReview, { id: review.id, message: 'The review has begun.' })
  serve(getReview, { review: { ...review, is_office: false }, has_more: false, items })
  const withdrawals = serve(withdrawReview, { message: 'The review is withdrawn. It ends no further access.' })
  await open('/reviews')
  await page.getByRole('button', { name: 'Start a review' }).click()
  await page.getByLabelText('What', { exact: true }).selectOptions('tag')
  await page.getByRole('textbox', { name: 'Tag' }).fill('Finance')
  await page.getByRole('button', { name: 'Start review' }).click()
  await expectAddress(`/reviews/${review.id}`)
  expect(starts).toMatchObject([{ body: { scope: 'tag', tag: 'Finance' } }])
  await page.getByRole('button', { name: 'Withdraw review' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw review' }).click()
  await expectAddress('/reviews')
  expect(withdrawals).toHaveLength(1)
})

test('the late answer about a review that was withdrawn leads nobody away from where they are by then', async () => {
  signInWithKeys()
  serve(listReviews, {})
  serve(getReview, { review: { ...review, is_office: false }, has_more: false, items })
  const withdrawal = serveLater(withdrawReview, { message: 'The review is withdrawn.' })
  await open(`/reviews/${review.id}`)
  await page.getByRole('button', { name: 'Withdraw review' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw review' }).click()
  await closeWithoutWaiting()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expectAddress('/dashboard')
  withdrawal.release()
  await expect.element(page.getByText('The review is withdrawn.')).toBeVisible()
  await expectAddress('/dashboard')
})

const progress = { ...review, confirmed: 1, revoked: 0, gone: 0, ended: 0, left: 2 } as const

test('an administrator starts a review from the ledger, sees how far owners are and reminds them', async () => {
  signInAsAdministrator()
  serve(listAccess, onePage())
  serve(listOfficeReviews, onePage(progress))
  const starts = serve(startOfficeReview, { id: review.id, message: 'The review has begun.' })
  const owner = { id: idOf(30), name: 'Bo Sample', email: 'bo@example.org', is_active: true, total: 3, confirmed: 1, revoked: 0, left: 2 }
  serve(getOfficeReview, { review: progress, owners: onePage(owner) })
  const reminders = serve(remindReviewers, { message: 'Owners who have not answered everything are reminded.' })
  await open('/admin/reviews?domains=example.org')
  await expect.element(page.getByRole('row').filter({ hasText: 'Finance' })).toMatchTextContent(/Open.*Ada Example.*2 of 3/)
  await expectAccessible()
  await page.getByRole('button', { name: 'Start a review' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Domains' })).toHaveValue('example.org')
  await page.getByRole('button', { name: 'Start review' }).click()
  await expectAddress(`/admin/reviews/${review.id}`)
  expect(starts).toMatchObject([{ body: { scope: 'outside', domains: 'example.org' } }])
  await expect.element(page.getByRole('row').filter({ hasText: 'Bo Sample' })).toMatchTextContent(/2 of 3/)
  await page.getByRole('button', { name: 'Remind owners' }).click()
  await expect.element(page.getByText('Owners who have not answered everything are reminded.')).toBeVisible()
  expect(reminders).toHaveLength(1)
})
