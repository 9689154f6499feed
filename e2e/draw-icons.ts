/*
 * Draws the icons of the installed application from the logo into web/public/icons: `npm run icons -w e2e`.
 * They are committed; run it again when the logo changes.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'

const publicFolder = new URL('../web/public/', import.meta.url)
const tile = '#0b6b67'

/** A maskable icon is cut to any shape by the system: its tile has no corners, and its mark keeps within the middle 80 %. */
const icons = [
  { name: 'app-192', size: 192, mark: 0.7, corner: 0.22 },
  { name: 'maskable-192', size: 192, mark: 0.54, corner: 0 },
  { name: 'app-512', size: 512, mark: 0.7, corner: 0.22 },
  { name: 'maskable-512', size: 512, mark: 0.54, corner: 0 },
]

const logo = await readFile(new URL('logo.svg', publicFolder), 'utf8')
const paths = logo.match(/<path[^>]*>/g)?.join('')
if (!paths) throw new Error('The logo has no paths.')

const browser = await chromium.launch(await chromiumLaunch())
for (const { name, size, mark, corner } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const offset = (24 - 24 * mark) / 2
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block }</style>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${size}" height="${size}">
      <rect width="24" height="24" rx="${24 * corner}" fill="${tile}"/>
      <g fill="#fff" transform="translate(${offset} ${offset}) scale(${mark})">${paths}</g>
    </svg>`,
  )
  await page.screenshot({ path: fileURLToPath(new URL(`icons/${name}.png`, publicFolder)), omitBackground: true })
  await page.close()
}
await browser.close()
