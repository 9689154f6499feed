import { deleteProfile, getProfile, getProfileStats, previewDeletion, resendEmailChange, updateProfile } from '@twofold/contract/profile'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, field } from '../../../testing/fields.ts'
import { open } from '../../../testing/open.tsx'
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
  await button('Retry Failed to load profile').click()
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
  await button('Retry Failed to load statistics').click()
  await expect.element(page.getByText('Total 2FA Keys')).toBeVisible()
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

test('too many links to a new address are refused, with the time to wait', async () => {
  const user = signInWithProfile()
  serve(getProfile, { user: { ...user, pending_email: 'next@example.org' } })
  serve(resendEmailChange, refusal('rate.limited', { seconds: 60 }))
  await open('/profile?tab=settings')
  await button('Resend link').click()
  await expect.element(alert).toMatchTextContent('Too many attempts. Please try again in 60 seconds.')
})
