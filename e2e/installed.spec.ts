import type { Page } from '@playwright/test'
import { controlled } from './deployed.ts'
import { expect, test } from './fixtures.ts'
import { enter, signUp } from './people.ts'
import { drawQr, toPng } from './qr-pictures.ts'
import { addDialog, addField } from './scanner.ts'

test.use({ serviceWorkers: 'allow' })

const link = 'otpauth://totp/Code%20host:ann%40example.org?secret=GEZDGNBVGY3TQOJQ&issuer=Code%20host&digits=8'

/** The operating system's share menu sends a form by navigation. */
function share(page: Page, fields: { text?: string; png?: number[] }) {
  return page.evaluate(({ text, png }) => {
    const form = document.createElement('form')
    Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' })
    const [note, file] = [document.createElement('input'), document.createElement('input')]
    Object.assign(note, { name: 'text', value: text ?? '' })
    Object.assign(file, { type: 'file', name: 'files' })
    if (png !== undefined) {
      const chosen = new DataTransfer()
      chosen.items.add(new File([new Uint8Array(png)], 'code.png', { type: 'image/png' }))
      file.files = chosen.files
    }
    form.append(note, file)
    document.body.append(form)
    form.submit()
  }, fields)
}

test('content shared with the installed application, and the link of a key, fill the form of a new key and never reach the server', async ({
  page,
  deployed: { app },
}) => {
  const sent: string[] = []
  page.on('request', (request) => request.serviceWorker() === null && sent.push(`${request.method()} ${request.url()}`))
  const person = await signUp(app)
  await enter(page, person)
  await controlled(page)

  await share(page, { text: `A key for you: ${link}` })
  await expect(addDialog(page)).toBeVisible()
  await expect(addField(page, 'Name')).toHaveValue('Code host')
  expect(new URL(page.url()).hash).toBe('')

  await page.goto(`${app.url}/profile`)
  await share(page, { png: [...toPng(drawQr(link))] })
  await expect(addField(page, 'Name')).toHaveValue('Code host')

  // As the manifest's protocol handler puts it in.
  await page.goto(`${app.url}/profile`)
  await page.goto(`${app.url}/dashboard#add=${encodeURIComponent(`web+${link}`)}`)
  await expect(addField(page, 'Name')).toHaveValue('Code host')
  expect(new URL(page.url()).hash).toBe('')

  await page.goto(`${app.url}/profile`)
  await page.goto(`${app.url}/dashboard#import`)
  await expect(page.getByRole('dialog', { name: 'Import keys' })).toBeVisible()
  expect(sent.filter((request) => request.includes('GEZDGNBV') || request.includes('/api/keys POST'))).toEqual([])
})

test('the files for the installation are complete in each language', async ({ page, deployed: { app } }) => {
  for (const [language, address, adding] of [
    ['en', '/manifest.webmanifest', 'Add 2FA key'],
    ['de', '/manifest.de.webmanifest', '2FA-Schlüssel hinzufügen'],
  ] as const) {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto(`${app.url}/login`)
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', address)
    const manifest = (await (await page.request.get(app.url + address)).json()) as Manifest
    expect([manifest.lang, manifest.shortcuts.map(({ name }) => name)[0]]).toEqual([language, adding])
    expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
    for (const picture of [...manifest.icons, ...manifest.screenshots]) {
      const bytes = await (await page.request.get(app.url + picture.src)).body()
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, picture.src).toBe(picture.sizes)
    }
    expect(manifest.share_target.action).toBe('/share')
    expect(manifest.protocol_handlers).toEqual([{ protocol: 'web+otpauth', url: '/dashboard#add=%s' }])
    const cdp = await page.context().newCDPSession(page)
    const { errors, url } = await cdp.send('Page.getAppManifest')
    expect([errors, new URL(url).pathname]).toEqual([[], address])
  }
})

interface Manifest {
  lang: string
  shortcuts: { name: string }[]
  icons: { src: string; sizes: string; purpose: string }[]
  screenshots: { src: string; sizes: string }[]
  share_target: { action: string }
  protocol_handlers: unknown
}
