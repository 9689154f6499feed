import { editKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { listShares } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../testing/open.tsx'
import { breakdown, refusal, serve } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const sheet = page.getByRole('dialog', { name: 'Access to Code host' })
const sites = sheet.getByRole('region', { name: 'Sites' })
const field = sites.getByRole('textbox', { name: 'Site' })

test('a site is added as the server keeps it, a refused one is explained at its field, and one is removed', async () => {
  signInWithKeys([{ name: 'Code host', sites: ['https://gist.github.com'] }])
  serve(listShares, { data: [], asked: [], ended: [] })
  await open('/dashboard')
  await page.getByRole('button', { name: 'Share Code host' }).click()
  await expect.element(sites.getByText('https://gist.github.com')).toBeVisible()

  serve(editKey, refusal('keys.site_public_suffix', {}, { errors: { sites: ['Strangers have sites below a public suffix.'] } }))
  await field.fill('*.co.uk')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/Strangers have sites below/)

  const edits = serve(editKey, ({ body }) => ({
    key: { sites: [...(body.sites ?? [])].map((site) => site.replace(/^github/, 'https://github')) },
  }))
  await field.fill('github.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(sites.getByText('https://github.com', { exact: true })).toBeVisible()
  await expect.element(field).toHaveValue('')
  expect(edits).toMatchObject([{ params: { id: idOf(100) }, body: { sites: ['https://gist.github.com', 'github.com'] } }])

  await sites.getByRole('button', { name: 'Remove https://gist.github.com' }).click()
  await expect.element(sites.getByText('https://gist.github.com')).not.toBeInTheDocument()
  await expect.poll(() => edits.at(-1)?.body).toEqual({ sites: ['https://github.com'] })
})

test('a site that could not be removed is said to be there still, also where no other can be added', async () => {
  const held = Array.from({ length: limits.sitesPerKey }, (_, site) => `https://${site}.example.org`)
  signInWithKeys([{ name: 'Code host', sites: held }])
  serve(listShares, { data: [], asked: [], ended: [] })
  serve(editKey, breakdown())
  await open('/dashboard')
  await page.getByRole('button', { name: 'Share Code host' }).click()
  await sites.getByRole('button', { name: 'Remove https://0.example.org' }).click()
  await expect.element(page.getByText('Failed to change the sites. Please try again.')).toBeVisible()
  await expect.element(sites.getByText('https://0.example.org')).toBeVisible()
})
