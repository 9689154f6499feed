import { listContacts } from '@twofold/contract/sharing/grants'
import { addGroupMember, getGroup } from '@twofold/contract/sharing/memberships'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, expectComplaint, field } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { breakdown, refusal, serve } from '../../testing/server.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'

const label = 'E-mail address of a new member'
const address = field(label)

beforeEach(async () => {
  signInWithKeys()
  serve(getGroup, { group: { id: idOf(5), name: 'Operations' } })
  await open(`/groups/${idOf(5)}`)
})

test('complaints of the server about the address are shown beneath it, and the field has the focus', async () => {
  serve(addGroupMember, refusal('request.invalid', {}, { errors: { email: ['Please enter a valid email address'] } }))
  await address.fill('ann@example.org')
  await userEvent.keyboard('{Enter}')
  await expectComplaint(label, 'Please enter a valid email address')
  await expect.element(address).toHaveFocus()
})

test('any other failure stays beside the form until the next try, and the address with it', async () => {
  serve(addGroupMember, breakdown())
  await address.fill('ann@example.org')
  await userEvent.keyboard('{Enter}')
  const failure = page.getByRole('main').getByRole('alert')
  await expect.element(failure).toMatchTextContent('Failed to add to the group. Please try again.')
  await expect.element(address).toHaveValue('ann@example.org')
  const added = serve(addGroupMember, { message: 'ann@example.org is in the group.', type: 'success' })
  await button('Add').click()
  await expect.element(address).toHaveValue('')
  await expect.element(address).toHaveFocus()
  await expect.element(failure).not.toBeInTheDocument()
  expect(added).toMatchObject([{ body: { email: 'ann@example.org' } }])
})

test('it is sent once, however often Enter is pressed', async () => {
  const answered = Promise.withResolvers<undefined>()
  const sent = serve(addGroupMember, async () => {
    await answered.promise
    return { message: 'ann@example.org is in the group.', type: 'success' }
  })
  await address.fill('ann@example.org')
  await userEvent.keyboard('{Enter}{Enter}{Enter}')
  await expect.element(page.getByRole('button', { name: 'Adding...' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  answered.resolve(undefined)
  await expect.element(address).toHaveValue('')
  expect(sent).toHaveLength(1)
})

test('without e-mail a new member is not promised an invitation', async () => {
  serve(listContacts, { is_mail_available: false })
  await open(`/groups/${idOf(5)}`)
  await expect.element(address).toHaveAccessibleDescription(/Sees all keys of the group at once\. E-mail is not set up here/)
})
