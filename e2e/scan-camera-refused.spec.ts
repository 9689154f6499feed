import { testWithCamera } from './camera.ts'
import { expect } from './fixtures.ts'
import { blank } from './qr-pictures.ts'
import { openScanner, scanner, toastOf } from './scanner.ts'

const test = testWithCamera('refused', [blank(640, 480)], 'deny')

test.use({ permissions: [] })

test('a camera that may not be used is said to have failed, and the upload takes its place', async ({ page, person }) => {
  await openScanner(page, person)
  await expect(toastOf(page, 'Failed to start camera. Please check permissions.')).toBeVisible()
  await expect(scanner(page).getByText('Failed to access camera. Please check permissions.')).toBeVisible()
  await expect(scanner(page).getByRole('tab', { name: 'Upload Image' })).toHaveAttribute('aria-selected', 'true')
  await expect(scanner(page).getByText('Drop QR code image here')).toBeVisible()
})
