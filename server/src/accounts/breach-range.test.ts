import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { breachRange } from '@twofold/contract/links'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8'

/** A range service of the test's own, and an application that asks it. */
async function startWithRange(answer: RequestListener) {
  const asked: { url: string | undefined; padding: string | string[] | undefined }[] = []
  const service = createServer((request, response) => {
    asked.push({ url: request.url, padding: request.headers['add-padding'] })
    answer(request, response)
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    service.closeAllConnections()
    service.close()
  })
  const { port } = service.address() as AddressInfo
  const app = await startTestApp({ env: { HIBP_URL: `http://127.0.0.1:${port}/range/` } })
  const find = async (prefix: string) => (await app.call(breachRange, { params: { prefix } })).body
  return { app, asked, find }
}

const listed: RequestListener = (_, response) => response.end(`${suffix}:3861493\r\n${'0'.repeat(35)}:0\r\n`)

test('a known range is answered with its counts, padded so that its size tells nothing', async () => {
  const { asked, find } = await startWithRange(listed)
  const answer = await find('5baa6')
  expect(answer.known).toBe(true)
  expect(answer.suffixes.filter(({ count }) => count > 0)).toEqual([{ suffix, count: 3_861_493 }])
  expect(answer.suffixes.length).toBeGreaterThanOrEqual(1000)
  expect(asked).toEqual([{ url: '/range/5BAA6', padding: 'true' }])
})

test('the same range is asked for once a day', async () => {
  const { app, asked, find } = await startWithRange(listed)
  await find('5baa6')
  await find('5BAA6')
  expect(asked).toHaveLength(1)
  app.clock.advance(24 * 60 * 60 * 1000)
  await find('5BAA6')
  expect(asked).toHaveLength(2)
})

test.each<[string, RequestListener]>([
  ['fails', (_, response) => response.writeHead(503).end()],
  ['sends elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['says nothing', () => undefined],
])('a service that %s makes the answer unknown, and is asked again the next time', async (_, answer) => {
  const { asked, find } = await startWithRange(answer)
  expect(await find('5BAA6')).toEqual({ known: false, suffixes: [] })
  await find('5BAA6')
  expect(asked).toHaveLength(2)
})

test('switched off, nobody is asked; what is no prefix is refused', async () => {
  const app = await startTestApp({ env: { HIBP_URL: 'off' } })
  expect((await app.call(breachRange, { params: { prefix: '5BAA6' } })).body).toEqual({ known: false, suffixes: [] })
  for (const prefix of ['5BAA', '5BAA61', '5BAAG']) expect((await app.call(breachRange, { params: { prefix } })).status).toBe(422)
})
