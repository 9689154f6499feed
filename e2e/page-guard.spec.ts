import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createPageGuard } from './page-guard.ts'

const origin = 'http://localhost:9'

/** A page of the given markup under the given policy, and what a guard of its own says about it. */
async function show(page: Page, body: string, policy = "default-src * data: 'unsafe-inline'") {
  const guard = createPageGuard()
  guard.watch(page.context())
  await page.route(`${origin}/api/*`, (route) =>
    route.fulfill({ status: Number(new URL(route.request().url()).pathname.split('/').at(-1)) }),
  )
  await page.route(`${origin}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<link rel="icon" href="data:,">${body}`,
    }),
  )
  await page.goto(`${origin}/`)
  return guard
}

test('errors, requests that leave the machine, unexpected failures and what the policy refuses are problems', async ({ page, guard }) => {
  guard.allow(/./)
  for (const [what, body, said] of [
    ['a console error', '<script>console.error("broken")</script>', /Console error: broken/],
    ['an uncaught error', '<script>throw new Error("broken")</script>', /Uncaught error: Error: broken/],
    ['an unhandled rejection', '<script>Promise.reject(new Error("broken"))</script>', /Uncaught error: Error: broken/],
    ['an error in a worker', '<script>new Worker("data:text/javascript,console.error(`broken`)")</script>', /Console error: broken/],
    [
      'a request to another host',
      '<img src="https://example.com/pixel.png" alt="">',
      /leaves the machine: GET https:\/\/example\.com\/pixel\.png/,
    ],
    [
      'a socket to another host',
      '<script>new WebSocket("wss://example.com/")</script>',
      /leaves the machine: WebSocket wss:\/\/example\.com/,
    ],
    ['a call that fails for no good reason', '<script>fetch("/api/500")</script>', /status of 500/],
  ] as const) {
    const seen = await show(page, body)
    await expect.poll(seen.problems, what).toContainEqual(expect.stringMatching(said))
  }

  for (const [what, body] of [
    ['an inline script', '<script>document.title = "ran"</script>'],
    ['an inline style', '<p style="color: red">red</p>'],
    ['a frame', '<iframe src="https://example.com/"></iframe>'],
  ] as const) {
    const seen = await show(page, body, "default-src 'none'; img-src data:")
    await expect.poll(seen.problems, what).toContainEqual(expect.stringContaining('Content Security Policy'))
  }
})

test('a call that is refused on purpose is no problem, nor is what a test permits; any other one stays one', async ({ page, guard }) => {
  const seen = await show(
    page,
    '<script>Promise.all([401, 403, 409, 422, 429].map((status) => fetch(`/api/${status}`))).then(() => console.log("done"))</script>',
  )
  await expect.poll(async () => (await page.consoleMessages()).at(-1)?.text()).toBe('done')
  expect(seen.problems()).toEqual([])

  guard.allow(/./)
  const permitting = await show(page, '<script>console.error("meant"); console.error("not meant to be")</script>')
  permitting.allow(/meant \(/)
  await expect.poll(permitting.problems).toEqual([expect.stringContaining('not meant to be')])
})

test('a problem fails the test, in a context that the test opened itself too', async ({ browser }) => {
  test.fail()
  const context = await browser.newContext()
  const thrown = context.waitForEvent('weberror')
  await show(await context.newPage(), '<script>throw new Error("meant")</script>')
  await thrown
  await context.close()
})
