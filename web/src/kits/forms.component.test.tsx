import { listUsers } from '@twofold/contract/admin/users'
import { addSuppression, listSuppressions, removeSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { button } from '../testing/fields.ts'
import { closeWithoutWaiting, pressEscape } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { onePage, pageOf } from '../testing/paging.ts'
import { breakdown, refusal, serve, serveLater } from '../testing/server.ts'
import { idOf } from '../testing/vault.ts'

const entry = { id: idOf(1), email: 'bo@example.org', reason: 'manual' as const }
const form = () => page.getByRole('dialog', { name: 'Add an address' })
const send = () => form().getByRole('button', { name: 'Add address' }).click()
const email = () => form().getByLabelText('Email')

async function openForm() {
  const lists = serve(listSuppressions, { suppressions: pageOf([entry], 1) })
  await open('/admin/email/suppressions')
  await button('Add address').click()
  await expect.element(email()).toHaveFocus()
  return lists
}

beforeEach(() => void signInAsAdministrator())

test('complaints of the server about a field appear beneath it, where screen readers already listen, and the field has the focus', async () => {
  serve(addSuppression, refusal('request.invalid', {}, { errors: { email: ['Please enter a valid email address'] } }))
  await openForm()
  const place = (await email().findElement()).closest('.ui-field')?.querySelector('[aria-live=polite]')
  await email().fill('nobody')
  await form().getByLabelText('Reason').fill('They asked for it')
  await send()
  await expect.element(email()).toHaveAccessibleDescription('Please enter a valid email address')
  expect(place?.textContent).toBe('Please enter a valid email address')
  await expect.element(email()).toHaveFocus()
  await expect.element(form().getByRole('alert').filter({ hasText: 'The address could not be added' })).not.toBeInTheDocument()
})

test('any other failure stands above the fields, and nothing that was typed is lost', async () => {
  serve(addSuppression, breakdown())
  await openForm()
  await email().fill('ann@example.org')
  await send()
  await expect.element(form().getByRole('alert')).toBeVisible()
  await expect.element(email()).toHaveValue('ann@example.org')
})

test('a form that was sent says so, reloads the changed data, and closes without a question', async () => {
  serve(addSuppression, { message: 'ann@example.org gets no mail any more.', suppression: { ...entry, email: 'ann@example.org' } })
  const lists = await openForm()
  const before = lists.length
  await email().fill('ann@example.org')
  await send()
  await expect.element(page.getByText('ann@example.org gets no mail any more.')).toBeVisible()
  await expect.element(form()).not.toBeInTheDocument()
  await expect.poll(() => lists.length).toBeGreaterThan(before)
})

test('done, the form closes at once, while what it changed is still asked for', async () => {
  serve(addSuppression, { message: 'ann@example.org gets no mail any more.', suppression: { ...entry, email: 'ann@example.org' } })
  await openForm()
  const list = serveLater(listSuppressions, { suppressions: pageOf([entry, { ...entry, id: idOf(2), email: 'ann@example.org' }], 1) })
  await email().fill('ann@example.org')
  await send()
  await expect.element(form()).not.toBeInTheDocument()
  list.release()
  await expect.element(page.getByRole('row').filter({ hasText: 'ann@example.org' })).toBeVisible()
})

test('a form that is submitted twice at once is sent once', async () => {
  const calls = serve(addSuppression, {
    message: 'ann@example.org gets no mail any more.',
    suppression: { ...entry, email: 'ann@example.org' },
  })
  await openForm()
  await email().fill('ann@example.org')
  const element = (await form().findElement()).querySelector('form')
  element?.requestSubmit()
  element?.requestSubmit()
  await expect.element(form()).not.toBeInTheDocument()
  expect(calls).toHaveLength(1)
})

test('a form that somebody typed into asks before it closes, and Back closes one that is as it was', async () => {
  await openForm()
  await email().fill('ann@example.org')
  await pressEscape()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await email().fill('')
  window.history.back()
  await expect.element(form()).not.toBeInTheDocument()
})

test('a form whose answer does not come is closed after a question, and a late success is said and reloads the list', async () => {
  const lists = await openForm()
  const answer = serveLater(addSuppression, { message: 'ann@example.org gets no mail from now on.' })
  await email().fill('ann@example.org')
  await send()
  await closeWithoutWaiting()
  await expect.element(form()).not.toBeInTheDocument()
  // Another form, which the answer must leave as it is.
  await button('Add address').click()
  await email().fill('bo@example.org')
  const before = lists.length
  answer.release()
  await expect.element(page.getByText('ann@example.org gets no mail from now on.')).toBeVisible()
  await expect.poll(() => lists.length).toBeGreaterThan(before)
  await expect.element(email()).toHaveValue('bo@example.org')
})

test('a failure that comes after its form was closed is said by a toast', async () => {
  await openForm()
  const answer = serveLater(addSuppression, breakdown())
  await email().fill('ann@example.org')
  await send()
  await form().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  await expect.element(form()).not.toBeInTheDocument()
  answer.release()
  await expect.element(page.getByText('The address could not be added')).toBeVisible()
})

test('the question whether to close a form that is sent ends with a refusal, and the form shows that', async () => {
  await openForm()
  const answer = serveLater(addSuppression, breakdown())
  await email().fill('ann@example.org')
  await send()
  await pressEscape()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  answer.release()
  await expect.element(form().getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(email()).toHaveValue('ann@example.org')
})

test('a question whose answer does not come is closed, and a late refusal is said', async () => {
  serve(listSuppressions, { suppressions: pageOf([entry], 1) })
  const answer = serveLater(removeSuppression, breakdown())
  await open('/admin/email/suppressions')
  await page.getByRole('row').filter({ hasText: 'bo@example.org' }).getByRole('button').click()
  const question = page.getByRole('alertdialog', { name: 'Remove bo@example.org?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog', { name: 'Close without waiting?' }).getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  answer.release()
  await expect.element(page.getByText('The address could not be removed')).toBeVisible()
})

test('a question closes when its act is refused, and the refusal is said', async () => {
  serve(listSuppressions, { suppressions: pageOf([entry], 1) })
  serve(removeSuppression, breakdown())
  await open('/admin/email/suppressions')
  await page.getByRole('row').filter({ hasText: 'bo@example.org' }).getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(page.getByText('The address could not be removed')).toBeVisible()
})

test('a refused question closes at once, while its list is still asked for', async () => {
  await openForm()
  await pressEscape()
  serve(removeSuppression, breakdown())
  const list = serveLater(listSuppressions, { suppressions: pageOf([entry], 1) })
  await page.getByRole('row').filter({ hasText: 'bo@example.org' }).getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('The address could not be removed')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  list.release()
})

test('a refused form says why at once, while its list is still asked for', async () => {
  await openForm()
  serve(addSuppression, breakdown())
  const list = serveLater(listSuppressions, { suppressions: pageOf([entry], 1) })
  await email().fill('ann@example.org')
  await send()
  await expect.element(form().getByRole('alert')).toBeVisible()
  list.release()
})

test('a form opens with the focus in the first field to fill, past a choice that is made', async () => {
  serve(listUsers, { ...onePage(), has_more: false })
  await open('/admin/users')
  await button('Add User').click()
  await expect.element(page.getByRole('dialog', { name: 'Add User' }).getByLabelText('Email', { exact: true })).toHaveFocus()
})
