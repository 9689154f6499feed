import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { test } from './fixtures.ts'
import { type Picture, place, toFilm } from './qr-pictures.ts'

/** How long the camera shows each of several pictures, in tenths of a second. */
const framesEach = 12

/**
 * Each test in a Chromium of its own that has one camera, before which the given pictures are held in turn. `name` is that of its film; `answer`
 * is what the person says when the browser asks whether the page may use it. `launchOptions` would cost each film a worker, with its applications.
 */
export const testWithCamera = (...camera: Parameters<typeof launchWithCamera>) =>
  test.extend({
    context: async ({ playwright, guard }, use) => {
      const browser = await playwright.chromium.launch(await launchWithCamera(...camera))
      browser.on('context', guard.watch)
      await use(await browser.newContext())
      await browser.close()
    },
  })

async function launchWithCamera(name: string, pictures: readonly [Picture, ...Picture[]], answer: 'allow' | 'deny' = 'allow') {
  const folder = join(tmpdir(), 'twofold-e2e-films')
  const file = join(folder, `${name}.y4m`)
  const aside = `${file}.${process.pid}`
  const [first, ...others] = pictures.map((picture) => place(picture, 640, 480))
  if (!first) throw new Error('The film needs a picture.')
  await mkdir(folder, { recursive: true })
  await writeFile(aside, toFilm([first, ...others], framesEach))
  await rename(aside, file)
  const launch = await chromiumLaunch()
  const prompt = `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`
  return { ...launch, args: [...launch.args, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`, prompt] }
}

declare global {
  interface Window {
    cameraTracks: MediaStreamTrack[]
  }
}

/** Keeps every track that the page gets from a camera, from its next load on. */
export async function watchCameras(page: Page) {
  await page.addInitScript(() => {
    window.cameraTracks = []
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints)
      window.cameraTracks.push(...stream.getTracks())
      return stream
    }
  })
}

/** How many cameras were opened, and how many of them are on now. */
export const cameras = (page: Page) =>
  page.evaluate(() => ({
    opened: window.cameraTracks.length,
    on: window.cameraTracks.filter(({ readyState }) => readyState === 'live').length,
  }))
