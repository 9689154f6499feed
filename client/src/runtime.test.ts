import { expect, test } from 'vitest'
import { waitForToken } from './device.ts'
import { createClient, TwofoldError } from './index.ts'

interface Sent {
  method: string
  url: string
  headers: Headers
  body: string | undefined
}

/** A server that gives these answers in turn; `undefined`: the connection breaks. */
function serveInTurn(...answers: (Response | undefined)[]) {
  const sent: Sent[] = []
  const client = createClient({
    url: 'https://vault.example.org/twofold/',
    token: () => 'twofold_pat_x',
    fetch: async (url, options = {}) => {
      const { method = 'GET', headers, body } = options
      sent.push({ method, url: (url as URL).href, headers: new Headers(headers), body: body as string | undefined })
      const answer = answers[sent.length - 1]
      if (answer === undefined) throw new TypeError('fetch failed')
      return answer
    },
  })
  return { client, sent }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => Response.json(body, { status, headers })
const busy = () => json({ message: 'Busy.', code: 'server.busy' }, 503, { 'retry-after': '0' })
const id = '018f2b6c-0000-7000-8000-000000000001'

test('a call goes to its address below the path of the installation, with the token in the header only', async () => {
  const { client, sent } = serveInTurn(json({ take: {} }))
  await client.getTake({ params: { id: 'a/b' }, query: { hold_seconds: 5 } })
  expect(sent[0]?.url).toBe('https://vault.example.org/twofold/api/takes/a%2Fb?hold_seconds=5')
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer twofold_pat_x')
})

test('a call that only reads is tried again after a broken connection and while the server is busy', async () => {
  const { client, sent } = serveInTurn(undefined, busy(), json({ own_keys: [], shared_keys: [] }))
  expect(await client.listKeys()).toEqual({ own_keys: [], shared_keys: [] })
  expect(sent.length).toBe(3)
})

test('a POST that takes an Idempotency-Key is tried again with the same key, another POST never', async () => {
  const take = serveInTurn(undefined, json({ take: { id } }))
  await take.client.takeCode({ params: { id }, body: {} })
  const [first, second] = take.sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)

  const share = serveInTurn(busy(), json({}))
  await expect(share.client.shareKey({ params: { id }, body: { email: 'ann@example.org' } })).rejects.toThrow('Busy.')
  expect(share.sent.length).toBe(1)
})

test('a request that the server refuses as wrong is not retried, and its error has code, status and fields', async () => {
  const refusal = {
    message: 'Please fix the errors above',
    code: 'request.invalid',
    errors: { name: ['Name is required'] },
    parameters: { tries: 4 },
  }
  const { client, sent } = serveInTurn(json(refusal, 422))
  const error = await client.addKey({ body: { name: '' } }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TwofoldError)
  expect(error).toMatchObject({ ...refusal, status: 422 })
  expect(sent.length).toBe(1)
})

test('a wait that is longer than half a minute is left to the caller', async () => {
  const { client, sent } = serveInTurn(json({ message: 'Later.', code: 'rate.limited' }, 429, { 'retry-after': '600' }))
  await expect(client.listKeys()).rejects.toMatchObject({ code: 'rate.limited', retryAfter: 600 })
  expect(sent.length).toBe(1)
})

test('a token never follows a redirect, and a page in place of an answer is an error', async () => {
  const redirected = serveInTurn(new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.org/' } }))
  await expect(redirected.client.listKeys()).rejects.toMatchObject({ code: 'client.redirected' })
  expect(redirected.sent.length).toBe(1)

  const page = serveInTurn(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  await expect(page.client.listKeys()).rejects.toMatchObject({ code: 'client.not_twofold' })
})

test('an answer that is no object comes from another server, and no caller gets it', async () => {
  const bare = [json(null), json('yes'), new Response(''), new Response(null, { status: 204 })]
  const { client } = serveInTurn(...bare)
  for (const _ of bare) await expect(client.listKeys()).rejects.toMatchObject({ code: 'client.not_twofold' })
})

test('a token is a text, or its answer comes from another server', async () => {
  const { client } = serveInTurn(json({}), json({ access_token: '' }), json({ access_token: 'twofold_dev_x' }))
  const begun = { device_code: 'd', user_code: 'B', verification_uri: 'https://x', interval: 0, expires_in: 60 }
  for (let bare = 0; bare < 2; bare++) await expect(waitForToken(client, begun)).rejects.toMatchObject({ code: 'client.not_twofold' })
  expect(await waitForToken(client, begun)).toBe('twofold_dev_x')
})

test.each(['http://vault.example.org', 'ftp://localhost', 'http://127.0.0.1.example.org'])('no token is sent in the clear to %s', (url) => {
  expect(() => createClient({ url })).toThrow(/not safe/)
})

test('plain HTTP is fine on this machine', () => {
  for (const url of ['http://localhost:8000', 'http://127.0.0.1:8000', 'http://[::1]:8000'])
    expect(() => createClient({ url })).not.toThrow()
})

test('a call that was aborted is over at once, and is not tried again', async () => {
  const { client, sent } = serveInTurn(busy(), busy())
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  await expect(client.listKeys({}, { signal: stop.signal })).rejects.toThrow('stopped')
  expect(sent.length).toBe(1)
})

test('a call that answers a file gives the response itself, whatever is within, and an error like any other call', async () => {
  const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 0xff, 0xfe)
  const { client } = serveInTurn(
    new Response(zip, { headers: { 'content-type': 'application/zip' } }),
    new Response('{"days":[]}', { headers: { 'content-type': 'application/json' } }),
    json({ message: 'No.', code: 'auth.forbidden' }, 403),
    new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  )
  expect(await (await client.exportEvidence()).bytes()).toEqual(zip)
  expect(await (await client.exportAnalytics()).text()).toBe('{"days":[]}')
  await expect(client.exportAudit()).rejects.toThrow('No.')
  await expect(client.exportAudit()).rejects.toMatchObject({ code: 'client.not_twofold' })
})

test('a stream is read while it goes on', async () => {
  const events = new ReadableStream<Uint8Array>({ start: (to) => to.enqueue(new TextEncoder().encode('event: hello\n\n')) })
  const { client } = serveInTurn(new Response(events, { headers: { 'content-type': 'text/event-stream' } }))
  const reader = (await client.liveStream()).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('event: hello\n\n')
  await reader?.cancel()
})
