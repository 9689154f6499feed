import { addGroup, deleteGroup, getGroup, leaveGroup, listGroups, renameGroup } from '@twofold/contract/sharing/memberships'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from '../../testing/fields.ts'
import { closeWithoutWaiting } from '../../testing/keyboard.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { refusal, serve, serveLater } from '../../testing/server.ts'
import { idOf, signInWithKeys } from '../../testing/vault.ts'

const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })

test('a group is renamed, and deleted after a question that counts who loses what', async () => {
  signInWithKeys([{ id: idOf(100), name: 'Code host' }])
  const group = { id: idOf(1), name: 'Operations', members: 1, keys: 1 }
  const keys = [{ id: idOf(100), name: 'Code host', share_id: idOf(50) }]
  serve(getGroup, () => ({ group, members: [{ id: idOf(9), email: 'fay@example.org' }], keys }))
  serve(renameGroup, ({ body: { name } }) => {
    group.name = name
    return { group, message: 'Renamed.' }
  })
  const deleted = serve(deleteGroup, { message: 'Deleted.' })
  await open(`/groups/${idOf(1)}`)
  await button('Rename').click()
  await page.getByRole('dialog', { name: 'Rename group' }).getByLabelText('Name').fill('On call')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'On call' })).toBeVisible()
  await button('Delete group').click()
  const question = page.getByRole('alertdialog', { name: 'Delete the group On call?' })
  const touched = question.getByRole('list', { name: 'What this touches' }).getByRole('listitem')
  expect(touched.elements().map(({ textContent }) => textContent)).toEqual(['1 person', '1 key'])
  expect(deleted).toEqual([])
  await question.getByRole('button', { name: 'Delete group' }).click()
  await expectAddress('/groups')
  await expect.element(page.getByRole('heading', { name: 'You have no groups' })).toBeVisible()
  expect(deleted.map(({ params }) => params.id)).toEqual([idOf(1)])
})

test('the late answer of a dialog that somebody closed leads to no other page', async () => {
  signInWithKeys()
  const group = { id: idOf(1), name: 'Operations' }
  serve(listGroups, () => ({ own_groups: [{ ...group, members: 0, keys: 0 }] }))
  serve(getGroup, { group, members: [], keys: [] })
  const made = serveLater(addGroup, { group: { id: idOf(2), name: 'On call' }, message: 'The group is made.' })
  const deleted = serveLater(deleteGroup, { message: 'The group is deleted.' })
  await open('/groups')
  await button('New group').click()
  await page.getByRole('dialog', { name: 'New group' }).getByLabelText('Name').fill('On call')
  await userEvent.keyboard('{Enter}')
  await closeWithoutWaiting()
  await page.getByRole('link', { name: 'Operations' }).click()
  made.release()
  await expect.element(page.getByText('The group is made.')).toBeVisible()
  await expectAddress(`/groups/${idOf(1)}`)
  await button('Delete group').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click()
  await closeWithoutWaiting()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expectAddress('/dashboard')
  deleted.release()
  await expect.element(page.getByText('The group is deleted.')).toBeVisible()
  await expectAddress('/dashboard')
})

test('a member sees the group and leaves it; its page is not theirs', async () => {
  signInWithKeys()
  let joined = [{ id: idOf(1), name: 'Operations', owner: { name: 'Cleo Example' }, keys: 1 }]
  serve(getGroup, refusal('groups.not_found'))
  serve(listGroups, () => ({ joined_groups: joined }))
  const left = serve(leaveGroup, () => {
    joined = []
    return { message: 'You have left Operations.' }
  })
  await open(`/groups/${idOf(1)}`)
  await expect.element(page.getByRole('heading', { name: 'No such group' })).toBeVisible()
  await page.getByRole('link', { name: 'All groups' }).click()
  await expect.element(row('Operations')).toMatchTextContent(/Owned by Cleo Example · 1 key/)
  await button('Leave Operations').click()
  await page.getByRole('alertdialog', { name: 'Leave the group Operations?' }).getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByText('You have left Operations.')).toBeVisible()
  await expect.element(row('Operations')).not.toBeInTheDocument()
  expect(left.map(({ params }) => params.id)).toEqual([idOf(1)])
})
