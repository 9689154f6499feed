import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import type { EmptyApplication } from './application.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectSeamlessTurn, watchCode } from './frames.ts'
import { press, typeInto } from './keyboard.ts'
import { newAccount } from './people.ts'
import { totpCode } from './totp.ts'

/** The secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('from nothing to a live code, which changes without a gap, and back, with the mouse', async ({ page, freshApp }) => {
  await expectSetUpOnly(page, freshApp)
  const hands = { activate: (target: Locator) => target.click(), fill: (field: Locator, text: string) => field.fill(text) }
  await walk(page, freshApp, hands, () => watchTurn(page))
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${freshApp.url}/`)
  await expect(page).toHaveURL(`${freshApp.url}/login`)
})

test('from nothing to a live code and back, by keyboard alone', async ({ page, emptyApp }) => {
  await walk(page, emptyApp, { activate: press, fill: typeInto })
})

type Hands = { activate(target: Locator): Promise<void>; fill(field: Locator, text: string): Promise<void> }

/** A fresh installation shows how to set it up wherever one comes from, never the link, and offers no account. */
async function expectSetUpOnly(page: Page, app: EmptyApplication) {
  for (const path of ['/', '/login', '/login2', '/setup']) {
    await page.goto(`${app.url}${path}`)
    await expect(page).toHaveURL(`${app.url}/setup`)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up Twofold' })).toBeVisible()
    await expect(page.getByText('Restart the server to get a new one.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeHidden()
    expect(await page.content()).not.toContain(new URL(app.setupLink).hash.slice('#token='.length))
  }
  await expectAccessible(page)
}

/** On a slow network, where an answer that is asked for at the turn would come too late. */
async function watchTurn(page: Page) {
  await page.route('**/api/keys/generate-codes', async (route) => {
    await delay(1500)
    await route.continue()
  })
  const frames = await watchCode(page.locator('.code-digits'))
  await frames.untilTurn()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expectSeamlessTurn(await frames.stop(), (at) => totpCode(secret, at))
}

/** `look` looks at the live code while it is there. */
async function walk(page: Page, app: EmptyApplication, { activate, fill }: Hands, look = async () => {}) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })

  /** The first administrator chooses a PIN when it is needed. */
  async function typeAccount(name: string, { withPin = true } = {}) {
    const account = newAccount(name)
    await fill(field('Name'), account.name)
    await fill(field('Email'), account.email)
    await fill(field('Password'), account.password)
    await fill(field('Confirm password'), account.password)
    if (withPin) await fill(field('PIN'), account.pin)
  }

  await page.goto(app.setupLink)
  await typeAccount('Ada Example', { withPin: false })
  await activate(button('Create administrator'))
  await expect(page).toHaveURL(`${app.url}/welcome`)
  await expect(page.getByText('7 steps make Twofold safe to rely on.')).toBeVisible()

  await activate(page.getByRole('button', { name: /^Account menu/ }))
  await activate(page.getByRole('menuitem', { name: 'Sign Out' }))
  await expect(page).toHaveURL(`${app.url}/login`)

  await activate(button('Create an account'))
  await typeAccount('Bo Example')
  await activate(button('Create account'))
  await expect(page).toHaveURL(`${app.url}/dashboard`)

  await activate(button('Add 2FA Key'))
  const dialog = page.getByRole('dialog', { name: 'Add 2FA Key' })
  await fill(dialog.getByLabel('Name', { exact: true }), 'Code host')
  await fill(dialog.getByLabel('Secret', { exact: true }), secret)
  await activate(dialog.getByRole('button', { name: 'Add Key' }))
  await expect(page.getByText('2FA key added successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()

  const copy = page.getByRole('button', { name: /code for Code host/ }).first()
  await expect(copy).toContainText(/\d{3} \d{3}/)
  const before = Date.now()
  await activate(copy)
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect([totpCode(secret, before), totpCode(secret)]).toContain(copied)

  await look()
  await activate(button('Delete Code host'))
  await activate(page.getByRole('alertdialog', { name: 'Delete 2FA Key' }).getByRole('button', { name: 'Delete Key' }))
  await expect(page.getByText('2FA key "Code host" deleted successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
}
