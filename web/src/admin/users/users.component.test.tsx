import {
  countImpact,
  inviteUser,
  type ListedUser,
  listUsers,
  resetUserPassword,
  resetUserPin,
  revokeUserSessions,
  setUserRole,
  setUserStatus,
} from '@twofold/contract/admin/users'
import { exportUser, getUser, listUserDevices, listUserKeys, listUserSessions, listUserShares } from '@twofold/contract/admin/user-detail'
import { listAudit } from '@twofold/contract/admin/audit'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { pressIn } from '../../testing/fields.ts'
import { pressEscape } from '../../testing/keyboard.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { breakdown, refusal, serve, serveLater } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'

const bo = { id: idOf(2), name: 'Bo Sample', email: 'bo@example.org', role: 'user', is_active: true } as const satisfies Partial<ListedUser>
const row = page.getByRole('row').filter({ hasText: bo.name })
const question = page.getByRole('alertdialog')

beforeEach(() => {
  signInAsAdministrator()
  serve(listUsers, onePage(bo))
  serve(getUser, { user: bo })
  serve(countImpact, { users: 1, keys: 1, sessions: 1 })
})

const openActions = () => open(`/admin/users/${bo.id}`)

test('the acts of an administrator are beside whatever is open about a user, and beneath it if there is no room', async () => {
  serve(listUserSessions, { data: [] })
  serve(listUserDevices, { data: [] })
  await open(`/admin/users/${bo.id}?tab=sessions`)
  const acts = page.getByRole('region', { name: 'Admin Actions' })
  await expect.element(acts.getByRole('button', { name: 'Revoke All Sessions' })).toBeVisible()
  expect(page.getByRole('tab', { name: 'Admin Actions' }).query()).toBeNull()
  const box = (place: Locator) => place.element().getBoundingClientRect()
  const opened = page.getByRole('tabpanel')
  await expect.poll(() => box(acts).left >= box(opened).right).toBe(true)
  await expectAccessible()
  await resizeWindow(320)
  await expect.poll(() => box(acts).top >= box(opened).bottom).toBe(true)
})

test('a user who may not sign in is deactivated, in the figures, the filter and the list, and never inactive', async () => {
  serve(getAdminDashboard, { health: { status: 'healthy' }, users: { deactivated: 3 } })
  serve(listUsers, onePage({ ...bo, is_active: false }))
  await open('/admin/users')
  await expect.element(page.getByText('Deactivated3')).toBeVisible()
  await expect.element(row).toMatchTextContent('Deactivated')
  await expect.element(page.getByLabelText('Status').getByRole('option', { name: 'Deactivated' })).toBeInTheDocument()
  expect(page.getByText('Inactive').elements()).toEqual([])
})

test('the search, the filters, the sort and the page stand in the address', async () => {
  const calls = serve(listUsers, ({ query }) => (query.role === 'admin' ? onePage() : onePage(bo)))
  await open('/admin/users')
  await page.getByLabelText('Search users').fill(bo.email)
  await expectAddress(/search=/)
  await expect.element(page.getByRole('row')).toHaveLength(2)
  await expect.element(row).toMatchTextContent('Active')
  await page.getByLabelText('Role').selectOptions('admin')
  await expect.element(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await expect.element(page.getByText('Try adjusting your search filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expectAddress('/admin/users')
  await page.getByRole('button', { name: 'Last Login' }).click()
  await expectAddress(/sort=last_login_at/)
  const header = page.getByRole('columnheader', { name: 'Last Login' })
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await open(`${window.location.pathname}${window.location.search}`)
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => calls.at(-1)).toMatchObject({ query: { sort: 'last_login_at', direction: 'asc', page: 1 } })
  await expectAccessible()
})

test('a list on its way says so', async () => {
  const { release } = serveLater(listUsers, onePage(bo))
  await open('/admin/users')
  await expect.element(page.getByText('Loading users...')).toBeVisible()
  release()
  await expect.element(page.getByText('Loading users...')).not.toBeInTheDocument()
})

test('an act that is refused says why in the words of the server', async () => {
  serve(setUserRole, refusal('users.own_account'))
  serve(listUsers, onePage({ ...bo, role: 'admin' as const }))
  await open('/admin/users')
  await page.getByRole('button', { name: `Actions for ${bo.name}` }).click()
  await page.getByRole('menuitem', { name: 'Demote' }).click()
  await question.getByRole('button', { name: 'Demote to User' }).click()
  await expect.element(page.getByText('Please ask another administrator to do this with your own account.')).toBeVisible()
})

test('an invitation can be had as a link to hand over', async () => {
  const calls = serve(inviteUser, {
    message: '',
    link: 'https://vault.example.org/invite#token=abc',
    expires_at: '2026-12-01T00:00:00.000Z',
  })
  await open('/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByLabelText('How').selectOptions('link')
  await page.getByLabelText('Email', { exact: true }).fill('not an address')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabelText('Email', { exact: true }).fill('invited@example.org')
  const dialog = await page.getByRole('dialog').findElement()
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect.element(page.getByLabelText('Link', { exact: true })).toHaveValue('https://vault.example.org/invite#token=abc')
  // One that closes and opens again fades, and is announced as another one.
  expect(await page.getByRole('dialog').findElement()).toBe(dialog)
  // Reading goes on with what the form led to: the next Tab is at the link, not at the button that closes.
  const link = page.getByLabelText('Link', { exact: true })
  await expect.poll(() => document.activeElement?.matches('[role=dialog] :has(input)')).toBe(true)
  await userEvent.keyboard('{Tab}')
  await expect.element(link).toHaveFocus()
  await expectAccessible()
  await pressEscape()
  await expect.element(question).toHaveAccessibleName('Close this?')
  await expect.element(question.getByText('It is shown only once. Copy it first, if you have not yet.')).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls).toEqual([{ body: { email: 'invited@example.org', delivery: 'link' } }])
})

test('the detail shows figures, and each tab has an address', async () => {
  serve(getUser, {
    user: {
      ...bo,
      statistics: { total_keys: 1 },
      activity_timeline: [{ date: '2026-11-20T09:00:00.000Z', description: 'Key Code host added', icon: 'key', color: 'indigo' }],
    },
  })
  serve(listUserShares, {})
  serve(listUserSessions, { data: [{ id: '1', device: 'A browser' }] })
  serve(listUserDevices, { data: [{ device: 'A browser' }] })
  serve(listAudit, onePage())
  await open(`/admin/users/${bo.id}`)
  await expect.element(page.getByRole('region', { name: 'Total 2FA Keys' })).toMatchTextContent('1')
  await expect.element(page.getByText('Account Age')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expectAddress(/tab=activity/)
  await expect.element(page.getByRole('list', { name: 'Activity Timeline' })).toMatchTextContent('Key Code host added')
  await page.getByRole('tab', { name: 'Shares' }).click()
  await expect.element(page.getByRole('heading', { name: 'Shares nothing' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sessions and Devices' }).click()
  await expect.element(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveLength(2)
  await expect.element(page.getByRole('table', { name: 'Devices' }).getByRole('row')).toHaveLength(2)
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect.element(page.getByText('No administrator has done anything with this user.')).toBeVisible()
})

test('a heading stays where it is while what it is about arrives, and so does the focus', async () => {
  const { release } = serveLater(getUser, { user: bo })
  await openActions()
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  const before = await heading.findElement()
  release()
  await expect.element(heading).toMatchTextContent(bo.name)
  expect(await heading.findElement()).toBe(before)
})

test('a user without any activity says so', async () => {
  await open(`/admin/users/${bo.id}?tab=activity`)
  await expect.element(page.getByRole('heading', { name: 'No activity found' })).toBeVisible()
  await expect.element(page.getByText('This user has no recorded activity.')).toBeVisible()
})

test('a user who cannot be loaded: the specified texts, and the way back', async () => {
  serve(getUser, refusal('users.not_found'))
  await open(`/admin/users/${bo.id}`)
  await expect.element(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  await expect.element(page.getByText('The requested user could not be loaded.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expectAddress('/admin/users')
})

test('a password and a PIN are checked, confirmed and set', async () => {
  const passwords = serve(resetUserPassword, { message: 'Password reset successfully. User will need to log in again.' })
  const pins = serve(resetUserPin, { message: 'PIN reset successfully' })
  await openActions()
  for (const { act, label, wrong, complaint, right, warning, effect, said } of [
    {
      act: 'Reset Password',
      label: 'New password',
      wrong: 'short',
      complaint: 'Password must be at least 8 characters long',
      right: 'Amber-Lantern-41',
      warning: 'Anyone with this password can sign in as them. Hand it over in person.',
      effect: /secrets stay closed for 24 hours, and their next sign-in needs more/,
      said: 'Password reset successfully. User will need to log in again.',
    },
    {
      act: 'Reset PIN',
      label: 'New PIN',
      wrong: '12',
      complaint: 'PIN must be exactly 4 digits',
      right: '1357',
      warning: 'Hand this PIN over in person, and ask them to choose another one: you know it now.',
      effect: /secrets stay closed for 24 hours\.$/,
      said: 'PIN reset successfully',
    },
  ]) {
    await page.getByRole('button', { name: act }).click()
    const field = page.getByRole('dialog').getByLabelText(label)
    await field.fill(wrong)
    await pressIn(field, '{Enter}')
    await expect.element(page.getByText(complaint)).toBeVisible()
    await expect.element(page.getByText(warning)).toBeVisible()
    await field.fill(right)
    await pressIn(field, '{Enter}')
    await expect
      .element(page.getByRole('alertdialog', { name: `${act.replace('Reset P', 'Reset p').replace('pIN', 'PIN')} for ${bo.name}?` }))
      .toBeVisible()
    await expect.element(question.getByText(effect)).toBeVisible()
    await question.getByRole('button', { name: act }).click()
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
  }
  expect(passwords).toMatchObject([{ body: { new_password: 'Amber-Lantern-41' } }])
  expect(pins).toMatchObject([{ body: { new_pin: '1357' } }])
})

test('sessions are revoked after a question, and keys are shown by name', async () => {
  serve(listUserKeys, {})
  const calls = serve(revokeUserSessions, { message: 'All user sessions have been revoked' })
  await openActions()
  await page.getByRole('button', { name: 'View 2FA Keys' }).click()
  await expect.element(page.getByText('This user has no 2FA keys')).toBeVisible()
  await pressEscape()
  await page.getByRole('button', { name: 'Revoke All Sessions' }).click()
  const text = `Revoke all sessions for ${bo.name}? They will be logged out from all devices.`
  await expect.element(question.getByText(text)).toBeVisible()
  await question.getByRole('button', { name: 'Revoke All Sessions' }).click()
  await expect.element(page.getByText('All user sessions have been revoked')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('an act that fails without a word of the server says which one it was', async () => {
  for (const endpoint of [setUserStatus, setUserRole, resetUserPassword, resetUserPin, revokeUserSessions]) serve(endpoint, breakdown())
  await openActions()
  const typed = async (act: string, label: string, secret: string) => {
    await page.getByRole('button', { name: act }).click()
    await page.getByRole('dialog').getByLabelText(label).fill(secret)
    await userEvent.keyboard('{Enter}')
    await question.getByRole('button', { name: act }).click()
    await expect.element(question).not.toBeInTheDocument()
    // Typed text survives the refusal.
    await expect.element(page.getByRole('dialog').getByLabelText(label)).toHaveValue(secret)
  }
  const discard = async () => {
    await pressEscape()
    await question.getByRole('button', { name: 'Discard changes' }).click()
  }
  const confirmed = async (act: string) => {
    await page.getByRole('button', { name: act }).click()
    await question.getByRole('button', { name: act }).click()
  }
  for (const [act, failure] of [
    [() => confirmed('Deactivate User'), 'Failed to update user status'],
    [() => confirmed('Promote to Admin'), 'Failed to update user role'],
    [() => typed('Reset Password', 'New password', 'Amber-Lantern-41'), 'Failed to reset password'],
    [() => typed('Reset PIN', 'New PIN', '1357'), 'Failed to reset PIN'],
    [() => confirmed('Revoke All Sessions'), 'Failed to revoke sessions'],
  ] as const) {
    await act()
    await expect.element(page.getByText(failure).first()).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    if (page.getByRole('dialog').query()) await discard()
  }
})

test('keys and data that cannot be had say so', async () => {
  serve(listUserKeys, breakdown())
  serve(exportUser, breakdown())
  await openActions()
  await page.getByRole('button', { name: 'View 2FA Keys' }).click()
  await expect.element(page.getByText('Failed to load user keys').first()).toBeVisible()
  await pressEscape()
  await page.getByRole('button', { name: 'Export User Data' }).click()
  await expect.element(page.getByText(/Failed to export user data|gave an answer that cannot be read/).first()).toBeVisible()
})
