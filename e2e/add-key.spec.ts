import type { Page } from '@playwright/test'
import { HOTP, Secret, URI } from 'otpauth'
import { expect, test } from './fixtures.ts'
import { chooseInMenu } from './key-menu.ts'
import { enter, type Person } from './people.ts'
import { readQr } from './read-qr.ts'
import { totpCode } from './totp.ts'

/** The secret of RFC 4226 and RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add 2FA Key' })
const nameField = (page: Page) => addDialog(page).getByLabel('Name', { exact: true })
const secretField = (page: Page) => addDialog(page).getByLabel('Secret', { exact: true })
const addButton = (page: Page) => addDialog(page).getByRole('button', { name: 'Add Key', exact: true })
const card = (page: Page, name: string) => page.getByRole('article', { name })
const shownCode = async (page: Page, name: string) => (await card(page, name).locator('.code-digits').innerText()).replaceAll(' ', '')

async function openDialog(page: Page, person: Person) {
  await enter(page, person)
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect(nameField(page)).toBeFocused()
}

/** The code on the card is the one of now. Asked twice, as the window may turn between the two clocks. */
async function expectCode(page: Page, name: string, code: () => string) {
  await expect.poll(async () => (await shownCode(page, name)) === code()).toBe(true)
}

test('without a name nothing is added, also when it is only spaces', async ({ page, person }) => {
  await openDialog(page, person)
  await expect(addButton(page)).toBeDisabled()
  await nameField(page).fill('   ')
  await expect(addButton(page)).toBeDisabled()
  await nameField(page).press('Enter')
  await expect(nameField(page)).toHaveAccessibleDescription('Name is required')
  await nameField(page).fill('Code host')
  await expect(addButton(page)).toBeEnabled()
})

test('a typed secret is taken with spaces, dashes and small letters, and gives the codes that others compute from it', async ({
  page,
  person,
}) => {
  await openDialog(page, person)
  await expect(secretField(page)).toHaveAttribute('placeholder', 'Leave empty to auto-generate')
  await nameField(page).fill('Code host')
  await secretField(page).fill('gezd gnbv-gy3t qojq gezd gnbv gy3t qojq')
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/keys'))
  await addButton(page).click()
  expect((await request).headers()['idempotency-key']).toMatch(/^[\w-]{16,}$/)
  await expect(page.getByText('2FA key added successfully!')).toBeVisible()
  await expect(addDialog(page)).toBeHidden()
  await expectCode(page, 'Code host', () => totpCode(secret))
})

test('an empty secret is left out of the call, and the generated one is shown once, as text and as QR code', async ({ page, person }) => {
  await openDialog(page, person)
  await nameField(page).fill('Code host')
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/keys'))
  await addButton(page).click()
  expect((await request).postDataJSON()).not.toHaveProperty('secret')

  const dialog = page.getByRole('dialog', { name: 'Set up Code host elsewhere' })
  await expect(dialog).toContainText('This is shown only once')
  const typed = (await dialog.locator('.secret-text').innerText()).replaceAll(/\s/g, '')
  expect(typed).toMatch(/^[A-Z2-7]{32}$/)
  const [scanned = ''] = await readQr(dialog.getByRole('img', { name: 'QR code for Code host' }))
  const enrolled = URI.parse(scanned)
  expect([enrolled.secret.base32, enrolled.label]).toEqual([typed, person.email])
  await dialog.getByRole('button', { name: 'Copy secret' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(typed)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(scanned)

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expectCode(page, 'Code host', () => totpCode(typed))
  await page.reload()
  await expect(card(page, 'Code host')).toBeVisible()
  expect(await page.content()).not.toContain(typed)
})

test('an otpauth link in place of the secret fills in everything that it says', async ({ page, person }) => {
  await openDialog(page, person)
  await secretField(page).fill(
    `otpauth://totp/North%20Bank:finance@example.org?secret=${secret}&issuer=North%20Bank&algorithm=SHA256&digits=8&period=60`,
  )
  await expect(nameField(page)).toHaveValue('North Bank')
  await expect(secretField(page)).toHaveValue(secret)
  await expect(secretField(page)).toHaveAccessibleDescription('Filled in from the link.')
  for (const [label, value] of [
    ['Type', 'totp'],
    ['Algorithm', 'SHA256'],
    ['Digits', '8'],
    ['Period in seconds', '60'],
    ['Issuer', 'North Bank'],
    ['Account', 'finance@example.org'],
  ] as const) {
    await expect(addDialog(page).getByLabel(label, { exact: true })).toHaveValue(value)
  }
  await addButton(page).click()
  await expectCode(page, 'North Bank', () => totpCode(secret, Date.now(), { algorithm: 'SHA256', digits: 8, period: 60 }))
  await expect(card(page, 'North Bank')).toContainText('finance@example.org')
})

test('a link that cannot be read is said to be one, and a name that was typed stays', async ({ page, person }) => {
  await openDialog(page, person)
  await nameField(page).fill('Mine')
  await secretField(page).fill('otpauth://totp/x')
  await expect(secretField(page)).toHaveAccessibleDescription('This link has no secret. Copy it again, whole.')
  await secretField(page).fill(`otpauth://totp/Theirs?secret=${secret}`)
  await expect(nameField(page)).toHaveValue('Mine')
})

test('a name that holds a link is refused with a sentence, and one that looks like a secret is asked about, when adding and when editing', async ({
  page,
  person,
}) => {
  const question = page.getByRole('alertdialog', { name: 'Save what looks like a secret?' })
  await openDialog(page, person)
  await nameField(page).fill(`otpauth%3A//totp/x?secret=${secret}`)
  await addButton(page).click()
  await expect(nameField(page)).toHaveAccessibleDescription(/^An otpauth link holds a secret/)
  await nameField(page).fill(secret)
  await addButton(page).click()
  await expect(question).toContainText('This looks like the secret of a key: Name.')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(nameField(page)).toHaveValue(secret)
  await addButton(page).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await chooseInMenu(page, secret, 'Edit')
  const edit = page.getByRole('dialog', { name: `Edit ${secret}` })
  await edit.getByLabel('Name', { exact: true }).fill('Code host')
  await edit.getByLabel('Tags').fill(`work, ${secret}`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(question).toContainText('This looks like the secret of a key: Tags.')
  await question.getByRole('button', { name: 'Go back' }).click()
  await edit.getByLabel('Tags').fill('work')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Code host')).toBeVisible()
})

for (const { title, fields, code } of [
  {
    title: 'SHA-512 with 8 digits',
    fields: { Algorithm: 'SHA512', Digits: '8' },
    code: () => totpCode(secret, Date.now(), { algorithm: 'SHA512', digits: 8 }),
  },
  {
    title: 'SHA-256 with 10 digits',
    fields: { Algorithm: 'SHA256', Digits: '10' },
    code: () => totpCode(secret, Date.now(), { algorithm: 'SHA256', digits: 10 }),
  },
  { title: 'a period of 300 seconds', fields: { 'Period in seconds': '300' }, code: () => totpCode(secret, Date.now(), { period: 300 }) },
] as const) {
  test(`a time-based key may have ${title}`, async ({ page, person }) => {
    await openDialog(page, person)
    await nameField(page).fill('Code host')
    await secretField(page).fill(secret)
    await addDialog(page).getByText('Advanced').click()
    for (const [label, value] of Object.entries(fields)) {
      const control = addDialog(page).getByLabel(label, { exact: true })
      await (label === 'Period in seconds' ? control.fill(value) : control.selectOption(value))
    }
    await addButton(page).click()
    await expectCode(page, 'Code host', code)
  })
}

test('a Steam key has five letters and digits of its own alphabet, and neither algorithm nor digits to choose', async ({
  page,
  person,
}) => {
  await openDialog(page, person)
  await nameField(page).fill('Game shop')
  await secretField(page).fill(secret)
  await addDialog(page).getByText('Advanced').click()
  await addDialog(page).getByLabel('Type', { exact: true }).selectOption('steam')
  for (const label of ['Algorithm', 'Digits', 'Period in seconds', 'Counter']) {
    await expect(addDialog(page).getByLabel(label, { exact: true })).toBeHidden()
  }
  await addButton(page).click()
  await expect.poll(() => shownCode(page, 'Game shop')).toMatch(/^[2-9BCDFGHJKMNPQRTVWXY]{5}$/)
})

test('a counter-based key shows a code when it is asked for one, and every time the next one', async ({ page, person }) => {
  await openDialog(page, person)
  await nameField(page).fill('Door')
  await secretField(page).fill(secret)
  await addDialog(page).getByText('Advanced').click()
  await addDialog(page).getByLabel('Type', { exact: true }).selectOption('hotp')
  await addDialog(page).getByLabel('Counter', { exact: true }).fill('7')
  await addButton(page).click()
  const door = card(page, 'Door')
  await expect(door).toContainText('No code yet')
  expect(await shownCode(page, 'Door')).toBe('------')
  for (const counter of [7, 8]) {
    await door.getByRole('button', { name: 'Get next code for Door' }).click()
    await expect.poll(() => shownCode(page, 'Door')).toBe(HOTP.generate({ secret: Secret.fromBase32(secret), counter }))
    await expect(door).toContainText(`Counter at ${counter + 1}`)
  }
})

for (const [type, label, value, message] of [
  ['totp', 'Period in seconds', '0', 'Please enter a whole number from 1 to 300'],
  ['totp', 'Period in seconds', '301', 'Please enter a whole number from 1 to 300'],
  ['hotp', 'Counter', '-1', 'Please enter a whole number, 0 or more'],
] as const) {
  test(`${label} ${value} is refused at its field, also when the advanced part is closed`, async ({ page, person }) => {
    await openDialog(page, person)
    await nameField(page).fill('Code host')
    const control = addDialog(page).getByLabel(label, { exact: true })
    await addDialog(page).getByText('Advanced').click()
    await addDialog(page).getByLabel('Type', { exact: true }).selectOption(type)
    await control.fill(value)
    await addDialog(page).getByText('Advanced').click()
    await expect(control).toBeHidden()
    await addButton(page).click()
    await expect(control).toHaveAccessibleDescription(message)
    await expect(addDialog(page)).toBeVisible()
  })
}

test('what the server refuses is said in a toast, from which the form comes back as it was', async ({ page, person, guard }) => {
  guard.allow(/status of 409/)
  await openDialog(page, person)
  await nameField(page).fill('Code host')
  await secretField(page).fill(secret)
  await addDialog(page).getByText('Advanced').click()
  await addDialog(page).getByLabel('Digits', { exact: true }).selectOption('7')
  const refusal = { message: 'You have reached the limit of 5000 keys.', code: 'keys.limit_reached', parameters: { limit: 5000 } }
  await page.route(
    '**/api/keys',
    (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 409, json: refusal }) : route.fallback()),
    { times: 1 },
  )
  await addButton(page).click()
  await expect(addDialog(page)).toBeHidden()
  const failure = page.getByRole('alert').filter({ hasText: 'You have reached the limit of' })
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(nameField(page)).toHaveValue('Code host')
  await expect(secretField(page)).toHaveValue(secret)
  await expect(addDialog(page).getByLabel('Digits', { exact: true })).toHaveValue('7')
  await addButton(page).click()
  await expectCode(page, 'Code host', () => totpCode(secret, Date.now(), { digits: 7 }))
})

test('an answer that got lost adds the key once, however often it is tried again', async ({ page, person, guard }) => {
  guard.allow(/ERR_CONNECTION_RESET/)
  await openDialog(page, person)
  await nameField(page).fill('Code host')
  await secretField(page).fill(secret)
  await page.route(
    '**/api/keys',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await addButton(page).click()
  await expect(page.getByText('Failed to add 2FA key. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await addButton(page).click()
  await expect(page.getByText('2FA key added successfully!')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('while a key is being added everything is disabled, and a second try is ignored', async ({ page, person }) => {
  await openDialog(page, person)
  await nameField(page).fill('Code host')
  await secretField(page).fill(secret)
  let calls = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/api/keys', async (route) => {
    if (route.request().method() === 'POST') {
      calls += 1
      await held.promise
    }
    await route.continue()
  })
  await nameField(page).press('Enter')
  await expect(addDialog(page).getByRole('button', { name: 'Adding...' })).toBeDisabled()
  await expect(nameField(page)).toBeDisabled()
  await expect(secretField(page)).toBeDisabled()
  await expect(addDialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await addDialog(page).getByRole('button', { name: 'Adding...' }).click({ force: true })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(addDialog(page)).toBeVisible()
  held.resolve()
  await expect(page.getByText('2FA key added successfully!')).toBeVisible()
  expect(calls).toBe(1)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a form that was closed is empty when it is opened again', async ({ page, person }) => {
  await enter(page, person)
  const open = page.getByRole('button', { name: 'Add 2FA Key' })
  const close = [
    () => addDialog(page).getByRole('button', { name: 'Cancel' }).click(),
    () => addDialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
  ]
  for (const closeIt of close) {
    await open.click()
    await expect(nameField(page)).toHaveValue('')
    await expect(secretField(page)).toHaveValue('')
    await nameField(page).fill('Code host')
    await secretField(page).fill(secret)
    await closeIt()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(addDialog(page)).toBeHidden()
    await expect(open).toBeFocused()
  }
})

test('the secret is hidden as it is typed, and can be looked at', async ({ page, person }) => {
  await openDialog(page, person)
  await secretField(page).fill(secret)
  await expect(secretField(page)).toHaveAttribute('type', 'password')
  await addDialog(page).getByRole('button', { name: 'Show secret' }).click()
  await expect(secretField(page)).toHaveAttribute('type', 'text')
})

test('tags and a note go with a new key, and too many tags are refused where they are typed', async ({ page, person }) => {
  await enter(page, person)
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add 2FA Key' })
  await dialog.getByLabel('Name', { exact: true }).fill('Code host')
  await dialog.getByLabel('Secret', { exact: true }).fill('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  await dialog.getByText('Tags and note').click()
  await dialog.getByLabel('Note', { exact: true }).fill('By the door')
  await dialog.getByLabel('Tags', { exact: true }).fill(Array.from({ length: 21 }, (_, index) => index).join())
  await dialog.getByText('Tags and note').click()
  await dialog.getByRole('button', { name: 'Add Key' }).click()
  await expect(dialog.getByLabel('Tags', { exact: true })).toHaveAccessibleDescription(/A key has at most 20 tags\./)
  await dialog.getByLabel('Tags', { exact: true }).fill('Work, Home')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/keys'))
  await dialog.getByRole('button', { name: 'Add Key' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ tags: ['Work', 'Home'], note: 'By the door' })
  const tags = page.getByRole('article', { name: 'Code host' }).getByRole('list', { name: 'Tags' })
  await expect(tags.getByRole('listitem')).toHaveText(['Work', 'Home'])
})
