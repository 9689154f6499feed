import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { shareKey } from '@twofold/contract/sharing/grants'
import sharp from 'sharp'
import { call } from './api.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, setUp, signUp } from './people.ts'

/*
 * Takes the pictures of the README from the running application, into docs/images: `npm run pictures`. They are committed; run it again when the
 * screens have changed.
 */
test.skip(process.env['README_PICTURES'] === undefined, 'they are taken when somebody asks for them')

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const services = [
  'GitHub',
  'Stripe',
  'Cloudflare',
  'Hetzner',
  'Figma',
  'DigitalOcean',
  'Dropbox',
  'Discord',
  'North Bank',
  'Registrar',
  'GitLab',
  'Door',
]

const keep = async (name: string, picture: Buffer | Promise<Buffer>) => {
  await mkdir(folder, { recursive: true })
  await writeFile(
    `${folder}${name}.webp`,
    await sharp(await picture)
      .webp({ quality: 88 })
      .toBuffer(),
  )
}

const take = (page: Page) => page.screenshot({ caret: 'hide' })

async function fillVault(person: Person) {
  const friend = await signUp(person.app, newAccount('Bo Example'))
  for (const name of services) {
    const owner = name === 'Cloudflare' || name === 'Figma' ? friend : person
    const id = await addKey(owner, { name, account: 'ops@example.org' })
    const email = owner === person ? friend.email : person.email
    if (owner === friend || name === 'GitHub')
      await call(person.app, shareKey, { params: { id }, body: { email } }, { authorization: `Bearer ${owner.token}` })
  }
}

/** Milliseconds of the window of 30 seconds that a moving picture needs for itself. */
const needed = 12_000

test('the vault, at rest and in use', async ({ page, app }) => {
  const ann = await signUp(app, newAccount('Ann Example'))
  await fillVault(ann)
  for (const [scheme, name] of [
    ['light', 'codes'],
    ['dark', 'codes-dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(page, ann)
    await expect(page.locator('.key-digits')).toHaveCount(services.length)
    await expect(page.locator('.key-digits').first()).toHaveText(/\d{3} \d{3}/)
    await expect(page.locator('#key-panel')).toBeVisible()
    await keep(name, take(page))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 960, height: 600 })
  await expect(page.locator('.key-digits').first()).toBeVisible()
  // No code turns while it is filmed.
  await page.waitForFunction((time) => 30_000 - (Date.now() % 30_000) > time, needed)
  const frames: Buffer[] = []
  const delay: number[] = []
  const film = async (milliseconds: number) => {
    frames.push(await take(page))
    delay.push(milliseconds)
  }
  await film(1200)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search keys' })).toBeFocused()
  for (const letter of 'clo') {
    await page.keyboard.type(letter)
    await film(350)
  }
  await expect(page.locator('.key-digits')).toHaveCount(1)
  await film(900)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible()
  await film(2200)
  await page.keyboard.press('Escape')
  await expect(page.locator('.key-digits')).toHaveCount(services.length)
  await film(1200)
  const moving = sharp(frames, { join: { animated: true } }).webp({ quality: 85, delay, loop: 0 })
  await writeFile(`${folder}copy-a-code.webp`, await moving.toBuffer())
})

test('an invitation', async ({ page, app }) => {
  await page.setViewportSize({ width: 960, height: 900 })
  const json = {
    invited_by: 'Ann Example',
    keys: ['AWS root', 'Cloudflare', 'GitHub'].map((name) => ({ name })),
    expires_at: new Date(Date.now() + 6 * 86_400_000).toISOString(),
  }
  await page.route('**/api/auth/invite/read', (route) => route.fulfill({ json }))
  await page.route('**/api/auth/links/check', (route) =>
    route.fulfill({ json: { state: 'good', purpose: 'invite', email: 'bo@example.org' } }),
  )
  await page.goto(`${app.url}/invite#token=${'x'.repeat(43)}`)
  await expect(page.getByText('3 keys are waiting for bo@example.org')).toBeVisible()
  await keep('invitation', take(page))
})

test('the first steps, and what needs attention', async ({ page, freshApp }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const ada = await setUp(freshApp, newAccount('Ada Example'))
  await inDatabase(freshApp, `insert into installation_settings (name, value, changed_at) values ('name', '"Example Studio"', now())`)
  await enter(page, ada, '/welcome')
  await expect(page.getByText(/^\d of 7 done$/).first()).toBeVisible()
  await keep('first-steps', take(page))
  await enter(page, ada, '/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Codes copied/ })).toBeVisible()
  await keep('needs-attention', take(page))
})
