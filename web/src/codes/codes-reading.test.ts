import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const server = vi.hoisted(() => ({ call: vi.fn(), token: 'ann' }))
vi.mock('../lib/call.ts', () => ({ call: server.call }))
vi.mock('../lib/auth-token.ts', () => ({ readAuthToken: () => server.token }))
const { readCodes, readCodesAhead } = await import('./codes-reading.ts')

const start = Date.parse('2026-11-20T10:00:05.000Z')

beforeEach(async () => {
  vi.useFakeTimers({ now: start })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  server.token = 'ann'
  server.call.mockReset()
  let count = 0
  // The answer takes 100 ms.
  server.call.mockImplementation(() => {
    const answer = `answer ${(count += 1)}`
    return new Promise((resolve) => setTimeout(() => resolve(answer), 100))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function read() {
  const reading = readCodes()
  await vi.advanceTimersByTimeAsync(100)
  return await reading
}

test('codes asked for ahead are taken once, with the moments at which they really came', async () => {
  readCodesAhead()
  await vi.advanceTimersByTimeAsync(400)
  expect(await read()).toEqual({ answer: 'answer 1', sentAt: start, receivedAt: start + 100 })
  expect(await read()).toEqual({ answer: 'answer 2', sentAt: start + 500, receivedAt: start + 600 })
})

test('codes asked for ahead by somebody else, or too long ago, are never shown', async () => {
  readCodesAhead()
  await vi.advanceTimersByTimeAsync(400)
  server.token = 'ben'
  expect((await read()).answer).toBe('answer 2')

  readCodesAhead()
  await vi.advanceTimersByTimeAsync(5000)
  expect((await read()).answer).toBe('answer 4')
})

test('nothing is asked for ahead in a tab that nobody sees', () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  readCodesAhead()
  expect(server.call).not.toHaveBeenCalled()
})

test('a failure ahead is that of whoever takes it, and the next reading asks again', async () => {
  server.call.mockRejectedValueOnce(new Error('down'))
  readCodesAhead()
  await vi.advanceTimersByTimeAsync(100)
  await expect(readCodes()).rejects.toThrow('down')
  expect((await read()).answer).toBe('answer 1')
})
