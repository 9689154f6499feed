import { getKeyIcon, removeKeyIcon, setKeyIcon } from '@twofold/contract/key-icons'
import { getKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInMenu } from '../testing/fields.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const card = (name: string) => page.getByRole('article', { name })
const picturesIn = (name: string) => card(name).element().querySelectorAll('img.ui-tile')
/** One red pixel. */
const red = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function drawn(png: string) {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  return [image.naturalWidth, image.naturalHeight]
}

async function editing(icon?: string) {
  const { own_keys } = signInWithKeys([{ name: 'Code host', issuer: 'Acme', ...(icon !== undefined && { icon }) }])
  serve(getKeyIcon, ({ params }) => ({ icon: own_keys.find(({ id }) => id === params.id)?.icon ?? '', png: red }))
  const [key] = own_keys
  serve(getKey, () => ({ key: { ...key, access: 'owner' as const, note: '' } }))
  await open('/dashboard')
  await chooseInMenu('Code host', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Code host' })
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toBeVisible()
  return { key, dialog }
}

test('a key with a picture of its own shows it, and its initials where the picture cannot be had', async () => {
  signInWithKeys([
    { name: 'Code host', icon: 'first' },
    { name: 'North Bank', icon: 'second' },
  ])
  serve(getKeyIcon, ({ params }) => (params.id.endsWith('100') ? { icon: 'first', png: red } : refusal('keys.icon_not_found')))
  await open('/dashboard')
  await expect.element(card('North Bank')).toMatchTextContent('NB')
  await expect.poll(() => picturesIn('Code host').length).toBe(1)
  expect(picturesIn('North Bank')).toHaveLength(0)
})

test('a chosen picture is redrawn as a small square PNG before it is sent, and is shown at once', async () => {
  const { key, dialog } = await editing()
  const sent = serve(setKeyIcon, () => {
    Object.assign(key ?? {}, { icon: 'new' })
    return { icon: 'new', message: 'Saved.' }
  })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><!-- drawn by Ann --><rect width="300" height="100" fill="red"/></svg>'
  const field = await dialog.getByLabelText('Picture file').findElement()
  await userEvent.upload(field, new File([svg], 'mark.svg', { type: 'image/svg+xml' }))
  await expect.element(dialog.getByRole('button', { name: 'Change the picture' })).toBeVisible()
  const png = sent[0]?.body.png ?? ''
  expect(await drawn(png)).toEqual([128, 128])
  expect(atob(png)).not.toContain('Ann')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => picturesIn('Code host').length).toBe(1)
})

test('a file that is no picture is not sent, and the dialog says what can be chosen', async () => {
  const { dialog } = await editing()
  const sent = serve(setKeyIcon, { icon: 'new', message: 'Saved.' })
  const field = await dialog.getByLabelText('Picture file').findElement()
  await userEvent.upload(field, new File(['no picture'], 'mark.png', { type: 'image/png' }))
  await expect.element(page.getByText(/^This file cannot be used as a picture\./)).toBeVisible()
  expect(sent).toEqual([])
})

test('a picture is taken away again', async () => {
  const { key, dialog } = await editing('first')
  serve(removeKeyIcon, () => {
    Object.assign(key ?? {}, { icon: undefined })
    return { message: 'Removed.' }
  })
  await dialog.getByRole('button', { name: 'Remove the picture' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Remove the picture' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => picturesIn('Code host').length).toBe(0)
})
