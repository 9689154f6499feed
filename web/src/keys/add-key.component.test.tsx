import { addKey, editKey, getKey } from '@twofold/contract/keys'
import { nextCode } from '@twofold/contract/codes'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { secret, serveAdding } from '../testing/add-key.ts'
import { chooseInMenu, pressIn, textsOf } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const dialog = page.getByRole('dialog', { name: 'Add 2FA Key' })
const inDialog = (label: string) => dialog.getByLabelText(label, { exact: true })
const nameField = inDialog('Name')
const secretField = inDialog('Secret')
const addButton = dialog.getByRole('button', { name: 'Add Key', exact: true })
const card = (name: string) => page.getByRole('article', { name })

let vault: ReturnType<typeof signInWithKeys>
/** Requests in order. */
let sent: ReturnType<typeof serveAdding>

beforeEach(() => {
  vault = signInWithKeys()
  sent = serveAdding(vault)
})

async function openDialog() {
  await open('/dashboard')
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect.element(nameField).toHaveFocus()
}

async function fillIn(name: string, text = secret) {
  await nameField.fill(name)
  await secretField.fill(text)
}

test('without a name nothing is added, also when it is only spaces', async () => {
  await openDialog()
  await expect.element(addButton).toHaveAttribute('aria-disabled', 'true')
  await nameField.fill('   ')
  await expect.element(addButton).toHaveAttribute('aria-disabled', 'true')
  await pressIn(nameField, '{Enter}')
  await expect.element(nameField).toHaveAccessibleDescription('Name is required')
  await nameField.fill('Code host')
  await expect.element(addButton).not.toHaveAttribute('aria-disabled')
  expect(sent).toEqual([])
})

test('a typed secret is sent without spaces, dashes and small letters, and the card shows its code', async () => {
  await openDialog()
  await expect.element(secretField).toHaveAttribute('placeholder', 'Leave empty to auto-generate')
  await fillIn('Code host', 'gezd gnbv-gy3t qojq gezd gnbv gy3t qojq')
  await addButton.click()
  await expect.element(page.getByText('2FA key added successfully!')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card('Code host')).toMatchTextContent('123 456')
  expect(sent[0]?.body.secret?.replaceAll(/[ -]/g, '').toUpperCase()).toBe(secret)
})

test('an otpauth link in place of the secret fills in everything that it says', async () => {
  await openDialog()
  await secretField.fill(
    `otpauth://totp/North%20Bank:finance@example.org?secret=${secret}&issuer=North%20Bank&algorithm=SHA256&digits=8&period=60`,
  )
  await expect.element(nameField).toHaveValue('North Bank')
  await expect.element(secretField).toHaveValue(secret)
  await expect.element(secretField).toHaveAccessibleDescription('Filled in from the link.')
  for (const [label, value] of [
    ['Type', 'totp'],
    ['Algorithm', 'SHA256'],
    ['Digits', '8'],
    ['Issuer', 'North Bank'],
    ['Account', 'finance@example.org'],
  ] as const) {
    await expect.element(inDialog(label)).toHaveValue(value)
  }
  await expect.element(inDialog('Period in seconds')).toHaveDisplayValue('60')
  await addButton.click()
  await expect.element(card('North Bank')).toMatchTextContent('finance@example.org')
  expect(sent[0]?.body).toMatchObject({ algorithm: 'SHA256', digits: 8, period: 60, issuer: 'North Bank', account: 'finance@example.org' })
})

test('a link that cannot be read is said to be one and never sent, and a name that was typed stays', async () => {
  await openDialog()
  const noSecret = 'This link has no secret. Copy it again, whole.'
  await nameField.fill('Mine')
  await secretField.fill('otpauth://totp/x')
  await expect.element(secretField).toHaveAccessibleDescription(noSecret)
  await addButton.click()
  await expect.element(secretField).toHaveAccessibleDescription(noSecret)
  await secretField.fill(`otpauth://totp/Theirs?secret=${secret}`)
  await expect.element(nameField).toHaveValue('Mine')
})

test('a name that holds a link is refused, and one that looks like a secret is asked about, when adding and when editing', async () => {
  const question = page.getByRole('alertdialog', { name: 'Save what looks like a secret?' })
  await openDialog()
  await nameField.fill(`otpauth%3A//totp/x?secret=${secret}`)
  await addButton.click()
  await expect.element(nameField).toHaveAccessibleDescription(/^An otpauth link holds a secret/)
  await nameField.fill(secret)
  await addButton.click()
  await expect.element(question).toMatchTextContent('This looks like the secret of a key: Name.')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect.element(nameField).toHaveValue(secret)
  await addButton.click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  const [key] = vault.own_keys
  serve(getKey, { key: { ...key, access: 'owner', note: '' } })
  serve(editKey, ({ body }) => {
    Object.assign(key ?? {}, body)
    return { key: { ...key, ...body, note: '' }, message: 'Saved.' }
  })
  await chooseInMenu(secret, 'Edit')
  const edit = page.getByRole('dialog', { name: `Edit ${secret}` })
  await edit.getByLabelText('Name', { exact: true }).fill('Code host')
  await edit.getByLabelText('Tags').fill(`work, ${secret}`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect.element(question).toMatchTextContent('This looks like the secret of a key: Tags.')
  await question.getByRole('button', { name: 'Go back' }).click()
  await edit.getByLabelText('Tags').fill('work')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect.element(card('Code host')).toBeVisible()
})

test.for([
  ['SHA-512 with 8 digits', { algorithm: 'SHA512', digits: 8 }],
  ['SHA-256 with 10 digits', { algorithm: 'SHA256', digits: 10 }],
  ['a period of 300 seconds', { period: 300 }],
] as const)('a time-based key may have %s', async ([, asked]) => {
  await openDialog()
  await fillIn('Code host')
  await dialog.getByText('Advanced').click()
  if ('digits' in asked) {
    await inDialog('Algorithm').selectOptions(asked.algorithm)
    await inDialog('Digits').selectOptions(String(asked.digits))
  } else await inDialog('Period in seconds').fill(String(asked.period))
  await addButton.click()
  await expect.element(card('Code host')).toBeVisible()
  expect(sent[0]?.body).toMatchObject(asked)
})

test('a Steam key has neither algorithm nor digits to choose', async () => {
  await openDialog()
  await fillIn('Game shop')
  await dialog.getByText('Advanced').click()
  await inDialog('Type').selectOptions('steam')
  for (const label of ['Algorithm', 'Digits', 'Period in seconds', 'Counter']) await expect.element(inDialog(label)).not.toBeInTheDocument()
  await addButton.click()
  await expect.element(card('Game shop')).toBeVisible()
  expect(sent[0]?.body).toMatchObject({ type: 'steam' })
})

test('a counter-based key shows a code when it is asked for one, and every time the next one', async () => {
  await openDialog()
  await fillIn('Door')
  await dialog.getByText('Advanced').click()
  await inDialog('Type').selectOptions('hotp')
  await inDialog('Counter').fill('7')
  let counter = 7
  serve(nextCode, ({ params }) => ({ id: params.id, code: `00000${counter}`, counter: (counter += 1) }))
  await addButton.click()
  const door = card('Door')
  await expect.element(door).toMatchTextContent('No code yet')
  expect(sent[0]?.body).toMatchObject({ type: 'hotp', counter: 7 })
  for (const next of [7, 8]) {
    await door.getByRole('button', { name: 'Get next code for Door' }).click()
    await expect.element(door).toMatchTextContent(`000 00${next}`)
    await expect.element(door).toMatchTextContent(`Counter at ${next + 1}`)
  }
})

test.for([
  ['totp', 'Period in seconds', '0', 'Please enter a whole number from 1 to 300'],
  ['totp', 'Period in seconds', '301', 'Please enter a whole number from 1 to 300'],
  ['hotp', 'Counter', '-1', 'Please enter a whole number, 0 or more'],
] as const)('%s: %s %s is refused at its field, also when the advanced part is closed', async ([type, label, value, message]) => {
  await openDialog()
  await nameField.fill('Code host')
  await dialog.getByText('Advanced').click()
  await inDialog('Type').selectOptions(type)
  await inDialog(label).fill(value)
  await dialog.getByText('Advanced').click()
  await expect.element(inDialog(label)).not.toBeVisible()
  await addButton.click()
  await expect.element(inDialog(label)).toHaveAccessibleDescription(message)
  expect(sent).toEqual([])
})

test('a refusal of the server is shown in a toast, from which the form comes back as it was', async () => {
  await openDialog()
  await fillIn('Code host')
  await dialog.getByText('Advanced').click()
  await inDialog('Digits').selectOptions('7')
  serve(addKey, refusal('keys.limit_reached', { limit: 5000 }))
  await addButton.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const failure = page.getByRole('alert').filter({ hasText: 'You have reached the limit of' })
  await expect.element(failure).toBeVisible()
  sent = serveAdding(vault)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.element(nameField).toHaveValue('Code host')
  await expect.element(secretField).toHaveValue(secret)
  await expect.element(inDialog('Digits')).toHaveValue('7')
  await addButton.click()
  await expect.element(card('Code host')).toBeVisible()
  expect(sent[0]?.body.digits).toBe(7)
})

test('while a key is being added everything is disabled, and a second try is ignored', async () => {
  const held = Promise.withResolvers<undefined>()
  const calls = serve(addKey, async () => {
    await held.promise
    return { key: { name: 'Code host' }, message: '2FA key added successfully!' }
  })
  await openDialog()
  await fillIn('Code host')
  await pressIn(nameField, '{Enter}')
  const adding = dialog.getByRole('button', { name: 'Adding...' })
  await expect.element(adding).toHaveAttribute('aria-disabled', 'true')
  await expect.element(nameField).toBeDisabled()
  await expect.element(secretField).toBeDisabled()
  await adding.click({ force: true })
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  held.resolve(undefined)
  await expect.element(page.getByText('2FA key added successfully!')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a form that was closed is empty when it is opened again', async () => {
  await open('/dashboard')
  const openButton = page.getByRole('button', { name: 'Add 2FA Key' })
  for (const close of [
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => pressEscape(),
  ]) {
    await openButton.click()
    await expect.element(nameField).toHaveValue('')
    await expect.element(secretField).toHaveValue('')
    await fillIn('Code host')
    await close()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(openButton).toHaveFocus()
  }
})

test('the secret is hidden as it is typed, and can be looked at', async () => {
  await openDialog()
  await secretField.fill(secret)
  await expect.element(secretField).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Show secret' }).click()
  await expect.element(secretField).toHaveAttribute('type', 'text')
})

test('tags and a note go with a new key, and too many tags are refused where they are typed', async () => {
  await openDialog()
  await fillIn('Code host')
  await dialog.getByText('More details').click()
  await inDialog('Note').fill('By the door')
  await inDialog('Tags').fill(Array.from({ length: 21 }, (_, index) => index).join())
  await dialog.getByText('More details').click()
  await addButton.click()
  await expect.element(inDialog('Tags')).toHaveAccessibleDescription(/A key has at most 20 tags\./)
  await inDialog('Tags').fill('Work, Home')
  await addButton.click()
  await expect.element(card('Code host')).toBeVisible()
  expect(sent[0]?.body).toMatchObject({ tags: ['Work', 'Home'], note: 'By the door' })
  expect(textsOf(card('Code host').getByRole('list', { name: 'Tags' }).getByRole('listitem'))).toEqual(['Work', 'Home'])
})
