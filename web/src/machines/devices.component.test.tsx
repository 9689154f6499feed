import { approveDevice, denyDevice, endDevice, findDeviceSignIn, listDevices } from '@twofold/contract/devices'
import { verifyPin } from '@twofold/contract/pin'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'

const id = '01890000-0000-7000-8000-000000000001'
const waiting = {
  program: 'twofold 1.0',
  device: 'build-7',
  address: '192.0.2.7',
  is_same_network: true,
  started_at: new Date().toISOString(),
}
const field = page.getByLabelText('Code', { exact: true })

async function enterCode(found: Partial<typeof waiting> = {}) {
  signInWithProfile()
  const finds = serve(findDeviceSignIn, { ...waiting, ...found })
  await open('/device')
  await field.fill('bcdf-ghjk')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: 'Did you just start this yourself?' })).toBeVisible()
  return finds
}

test('the code is typed by hand: an address that brings one fills in nothing', async () => {
  signInWithProfile()
  await open('/device?user_code=BCDF-GHJK')
  await expect.element(field).toHaveValue('')
  await expectAccessible()
})

test('program, device and address are named, and the PIN is asked for before the program is signed in', async () => {
  expect(await enterCode()).toEqual([{ body: { user_code: 'BCDFGHJK' } }])
  for (const fact of ['twofold 1.0', 'build-7', '192.0.2.7']) await expect.element(page.getByText(fact)).toBeVisible()
  await expect.element(page.getByText('another network')).not.toBeInTheDocument()
  await expectAccessible()
  let hasPin = false
  const approved = serve(approveDevice, () => (hasPin ? { message: 'twofold 1.0 on build-7 is signed in.' } : refusal('pin.required')))
  serve(verifyPin, () => {
    hasPin = true
    return {}
  })
  await page.getByRole('button', { name: 'Yes, sign it in' }).click()
  await page.getByRole('dialog').getByLabelText('PIN', { exact: true }).fill('4711')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status').filter({ hasText: 'is signed in' })).toBeVisible()
  await expect.poll(() => approved.at(-1)).toEqual({ body: { user_code: 'BCDFGHJK' } })
})

test('another network stands out, and denying takes no PIN', async () => {
  await enterCode({ is_same_network: false })
  await expect.element(page.getByText('This program runs in another network than you')).toBeVisible()
  await expectAccessible()
  const denied = serve(denyDevice, { message: 'twofold 1.0 on build-7 was denied.' })
  await page.getByRole('button', { name: 'No, deny it' }).click()
  await expect.element(page.getByText('twofold 1.0 on build-7 was denied.')).toBeVisible()
  expect(denied).toEqual([{ body: { user_code: 'BCDFGHJK' } }])
})

test('a wrong code stands beneath the field, and too many say for how long', async () => {
  signInWithProfile()
  serve(findDeviceSignIn, refusal('devices.code_wrong', {}, { errors: { user_code: ['This code is wrong.'] } }))
  await open('/device')
  await field.fill('BCDF-GHJK')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(field).toHaveAccessibleDescription(/This code is wrong\./)
  serve(findDeviceSignIn, refusal('rate.limited', { seconds: 600 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText(/Too many attempts/)).toBeVisible()
})

test('programs that are signed in are listed with the sessions, and signed out after a question', async () => {
  signInWithProfile()
  serve(listDevices, { data: [{ id, name: 'twofold 1.0 on build-7', address: '192.0.2.7' }] })
  await open('/profile?tab=security')
  const row = page.getByRole('list', { name: 'Signed-in programs' }).getByRole('listitem')
  await expect.element(row).toMatchTextContent(/twofold 1\.0 on build-7.*192\.0\.2\.7/)
  const ended = serve(endDevice, { message: 'twofold 1.0 on build-7 is signed out.' })
  await page.getByRole('button', { name: 'Sign out twofold 1.0 on build-7' }).click()
  expect(ended).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByText('twofold 1.0 on build-7 is signed out.')).toBeVisible()
  expect(ended).toEqual([{ params: { id } }])
})
