import {
  deleteProfile,
  getProfile,
  getProfileStats,
  listActivity,
  previewDeletion,
  resendEmailChange,
  updateProfile,
} from '@twofold/contract/profile'
import { listSessions } from '@twofold/contract/links'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, field } from '../../../testing/fields.ts'
import { open } from '../../../testing/open.tsx'
import { failAndRetry } from '../../../testing/retry.ts'
import { onePage } from '../../../testing/paging.ts'
import { signInWithProfile } from '../../../testing/profile.ts'
import { refusal, serve, unreachable } from '../../../testing/server.ts'

const alert = page.getByRole('main').getByRole('alert')
const unreached = 'The server cannot be reached. Check your connection and try again.'
const update = () => button('Update Profile').click()

test('Failed to load profile: said with the reason, and Retry loads it', async () => {
  const user = signInWithProfile()
  serve(getProfile, unreachable)
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: 'Failed to load profile' })).toBeVisible()
  await expect.element(alert).toMatchTextContent(unreached)
  serve(getProfile, { user })
  await button('Retry').click()
  await expect.element(page.getByRole('heading', { name: user.name })).toBeVisible()
})

test('Failed to load statistics: the rest of the profile stays, and Retry loads them', async () => {
  const user = signInWithProfile()
  serve(getProfileStats, unreachable)
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: 'Failed to load statistics' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: user.name })).toBeVisible()
  await expect.element(page.getByText('Not available')).toHaveLength(2)
  serve(getProfileStats, {})
  await button('Retry').click()
  await expect.element(page.getByText('Total 2FA Keys')).toBeVisible()
})

test('activity that fails to load says so, and Retry loads it', async () => {
  signInWithProfile()
  serve(listActivity, unreachable)
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: 'Your activity could not be loaded' })).toBeVisible()
  serve(listActivity, onePage({ group: 'sign_in' as const, description: 'Signed in with password' }))
  await button('Retry').click()
  await expect.element(page.getByText('Signed in with')).toBeVisible()
})

test('Failed to update profile: nothing that was typed is lost', async () => {
  const user = signInWithProfile()
  serve(updateProfile, unreachable)
  await open('/profile?tab=settings')
  await field('Name').fill('Zoë Renamed')
  await update()
  await expect.element(alert).toMatchTextContent('Failed to update profile')
  await expect.element(alert).toMatchTextContent(unreached)
  await expect.element(field('Name')).toHaveValue('Zoë Renamed')
  serve(updateProfile, ({ body }) => ({ user: { ...user, name: body.name }, message: 'Profile updated.' }))
  await update()
  await expect.element(page.getByText('Profile updated.')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('Failed to delete account: nothing is deleted', async () => {
  signInWithProfile()
  serve(previewDeletion, {})
  serve(deleteProfile, unreachable)
  await open('/profile?tab=danger')
  await button('Delete Account').click()
  const dialog = page.getByRole('dialog', { name: 'Delete Account' })
  await field('Password').fill('Violet-Harbour-27')
  await field('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to delete account')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(unreached)
})

test('sessions that cannot be loaded say so, and Retry loads them', async () => {
  signInWithProfile()
  await failAndRetry(listSessions, '/profile?tab=security', 'Your sessions could not be loaded', () =>
    serve(listSessions, { data: [{ device: 'Firefox on Linux', is_current: true }] }),
  )
  await expect.element(page.getByRole('list', { name: 'Sessions' })).toMatchTextContent('Firefox on Linux')
})

test('too many links to a new address are refused, with the time to wait', async () => {
  const user = signInWithProfile()
  serve(getProfile, { user: { ...user, pending_email: 'next@example.org' } })
  serve(resendEmailChange, refusal('rate.limited', { seconds: 60 }))
  await open('/profile?tab=settings')
  await button('Resend link').click()
  await expect.element(alert).toMatchTextContent('Too many attempts. Please try again in 60 seconds.')
})
