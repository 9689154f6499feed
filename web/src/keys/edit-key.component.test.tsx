import { editKey, getKey } from '@twofold/contract/keys'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInMenu } from '../testing/fields.ts'
import { open } from '../testing/open.tsx'
import { breakdown, refusal, serve, serveLater } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const edit = page.getByRole('dialog', { name: 'Edit Code host' })
const save = () => edit.getByRole('button', { name: 'Save' }).click()

async function openEdit(access: 'owner' | 'admin' = 'owner') {
  const [key] = signInWithKeys([{ name: 'Code host' }]).own_keys
  serve(getKey, { key: { ...key, access, note: '' } })
  await open('/dashboard')
  await chooseInMenu('Code host', 'Edit')
  await expect.element(edit.getByLabelText('Name', { exact: true })).toHaveFocus()
}

test('saving unfolds what is wrong with a key, and sends nothing where nothing was changed', async () => {
  const edits = serve(editKey, {})
  await openEdit()
  const period = edit.getByLabelText('Period in seconds')
  await edit.getByText('Advanced').click()
  await period.fill('x')
  await edit.getByText('Advanced').click()
  await expect.element(period).not.toBeVisible()
  await save()
  await expect.element(period).toBeVisible()
  await period.fill('30')
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  expect(edits).toEqual([])
})

test('a field that Enter sent from has the focus again after a failure, and the busy button meanwhile', async () => {
  await openEdit()
  const answer = serveLater(editKey, breakdown())
  await userEvent.keyboard(' 2{Enter}')
  await expect.element(edit.getByRole('button', { name: 'Saving...' })).toHaveFocus()
  answer.release()
  await expect.element(edit.getByText('Failed to change the 2FA key. Please try again.').first()).toBeVisible()
  await expect.element(edit.getByLabelText('Name', { exact: true })).toHaveFocus()
})

test.for([
  ['note', 'Note'],
  ['exclusive', 'Each code goes to one taker only'],
  ['algorithm', 'Algorithm'],
  ['digits', 'Digits'],
  ['period', 'Period in seconds'],
  ['issuer', 'Issuer'],
] as const)('complaints of the server about the %s are shown at its field, which is unfolded and has the focus', async ([name, label]) => {
  serve(editKey, refusal('request.invalid', {}, { errors: { [name]: ['The server does not take this.'] } }))
  await openEdit()
  await edit.getByLabelText('Tags').fill('Work')
  await save()
  await expect.element(edit.getByLabelText(label)).toHaveAccessibleDescription(/The server does not take this\.$/)
  await expect.element(edit.getByText('The server does not take this.')).toBeVisible()
  await expect.element(edit.getByLabelText(label)).toHaveFocus()
})

test('complaints of the server unfold nothing of another form that has a field of the same name', async () => {
  serve(editKey, refusal('request.invalid', {}, { errors: { algorithm: ['The server does not take this.'] } }))
  await openEdit()
  const other = document.body.appendChild(document.createElement('details'))
  onTestFinished(() => other.remove())
  other.innerHTML = '<summary>Another form</summary><form><input name="algorithm"></form>'
  await edit.getByLabelText('Tags').fill('Work')
  await save()
  await expect.element(edit.getByLabelText('Algorithm')).toHaveFocus()
  expect(other.open).toBe(false)
})

test('complaints of the server about a field that the form does not have are shown above the fields, with those beneath a field', async () => {
  serve(editKey, refusal('request.invalid', {}, { errors: { tags: ['This tag is not taken.'], type: ['This key keeps its type.'] } }))
  await openEdit()
  await edit.getByLabelText('Tags').fill('Work')
  await save()
  await expect.element(edit.getByLabelText('Tags')).toHaveFocus()
  await expect.element(edit.getByRole('alert').filter({ hasText: 'This key keeps its type.' })).toBeVisible()
  await expect.element(edit.getByRole('alert').filter({ hasText: 'This tag is not taken.' })).not.toBeInTheDocument()
  await expect.element(edit.getByText('This tag is not taken.')).toBeVisible()
  serve(editKey, {})
  await save()
  await expect.element(edit).not.toBeInTheDocument()
})

test.for([
  ['owner', 0],
  ['admin', 1],
] as const)(
  'the dialog of somebody with access %s has %d inputs for sites, since the owner has the access sheet',
  async ([access, count]) => {
    await openEdit(access)
    await expect.element(edit.getByLabelText('Note')).toBeVisible()
    expect(edit.getByLabelText('Sites').elements()).toHaveLength(count)
  },
)
