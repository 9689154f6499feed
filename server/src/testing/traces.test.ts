import { randomBytes } from 'node:crypto'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { createToken } from '@twofold/contract/tokens'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { start } from '../start.ts'
import { startWebhooks } from '../webhooks/testing/start-webhooks.ts'
import { eventually } from './eventually.ts'
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts'
import { startTestApp, testPassword, testPin } from './start-test-app.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'

const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' }
const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const traceparent = (flags = '01') => `00-${traceId}-${spanId}-${flags}`
const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name)

test('a request, its statements, its job, its e-mail and its webhook are one trace over two nodes, found by one id', async () => {
  const collector = await startOtlpReceiver()
  const shared = {
    ...collector.env,
    ...behindProxy,
    MASTER_KEY: randomBytes(32).toString('base64'),
    OTEL_RESOURCE_ATTRIBUTES: 'zone=a%20b',
  }
  const { app, root, sink, add } = await startWebhooks({ env: { ...shared, OTEL_SERVICE_NAME: 'vault' } })
  const { sink: mails, provider } = await useSmtpSink()
  await app.admin.call(createProvider, { body: provider })
  await add({ path: '/canary-hook?canary-query' })
  const lines: string[] = []
  const worker = await start({
    config: readConfig({
      ...shared,
      ROLES: 'worker',
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: databaseUrl(app.connection),
      EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      OUTBOUND_ALLOW: 'localhost',
      SHUTDOWN_SECONDS: '1',
    }),
    log: createLog('debug', { write: (line: string) => void lines.push(line) }),
  })
  onTestFinished(() => worker.stop())

  await root.enterPin()
  const origin = { traceparent: traceparent(), 'x-request-id': 'proxy-1234' }
  const token = { name: 'Build', scopes: ['keys:read'], expires_in_days: 7 }
  const headers = { authorization: `Bearer ${root.token}`, ...origin }
  expect((await app.send('POST', `/api${createToken.path}`, { body: token, headers })).status).toBe(201)
  const account = { name: 'Ann', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
  expect((await app.send('POST', '/api/auth/register', { body: account, headers: origin })).status).toBe(201)

  const ours = () => collector.spans.filter((span) => span.traceId === traceId)
  const spans = await eventually(() => {
    const found = ours()
    for (const name of ['POST /api/profile/tokens', 'job event.mail', 'deliver e-mail', 'hand over by smtp', 'send webhook', 'POST'])
      expect(found.map((span) => span.name)).toContain(name)
    return found
  })
  const [request] = named(spans, 'POST /api/profile/tokens')
  expect(request).toMatchObject({ parentSpanId: spanId, kind: 'server', resource: { 'service.name': 'vault', zone: 'a b' } })
  expect(request?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/profile/tokens',
    'http.response.status_code': '201',
    'url.scheme': 'http',
    'twofold.request': 'proxy-1234',
  })
  const statements = spans.filter((span) => span.attributes['db.system.name'] === 'postgresql' && span.parentSpanId === request?.spanId)
  expect(statements.map((span) => span.name)).toEqual(expect.arrayContaining(['begin', 'insert access_tokens', 'commit']))
  for (const name of ['job event.mail', 'send webhook', 'deliver e-mail']) {
    const [follower] = named(spans, name)
    expect([name, follower?.attributes['twofold.request'], follower?.kind]).toEqual([name, 'proxy-1234', 'consumer'])
    expect(follower?.resource['service.instance.id']).not.toBe(request?.resource['service.instance.id'])
  }
  // Each within the time of its parent, where that waits for it.
  for (const one of statements)
    expect([one.startTimeUnixNano >= (request?.startTimeUnixNano ?? ''), one.endTimeUnixNano >= one.startTimeUnixNano]).toEqual([
      true,
      true,
    ])

  const traceHeader = sink.requests[0]?.headers['traceparent']
  expect(traceHeader).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  expect(named(spans, 'POST').map((span) => span.spanId)).toContain(String(traceHeader).split('-')[2])
  expect(await mails.received(1)).not.toEqual([])
  // The same id in the lines of the other node.
  const said = lines.map((line) => JSON.parse(line) as { msg: string; request?: string }).filter((line) => line.request === 'proxy-1234')
  expect(said.map((line) => line.msg)).toEqual(expect.arrayContaining(['job done', 'an e-mail was worked on']))
  expect(collector.bodies.join('')).not.toMatch(/canary|localhost:|proxy-1234@|root@example\.org/)
})

test('no password, PIN, token, secret, code, address or value of a statement is in a trace', async () => {
  const collector = await startOtlpReceiver()
  const app = await startTestApp({ work: true, logLevel: 'silent', env: collector.env })
  const email = 'canary-person@example.org'
  const ann = await app.signUp(email, 'Canary Name')
  const { provisioning } = await ann.addKey('canary-key-name', { note: 'canary-note' })
  await ann.enterPin()
  const codes = (await ann.send<{ codes: { code: string }[] }>('GET', '/api/keys/generate-codes')).body.codes
  expect(codes).toHaveLength(1)
  await app.send('POST', '/api/auth/login', {
    body: { email, password: 'canary-wrong-password' },
    headers: { 'user-agent': 'canary-agent' },
  })
  await app.send('GET', '/canary-path?canary=query')
  await sql`alter table keys rename column note to nothing`.execute(app.asOwner())
  expect((await ann.send('POST', '/api/keys', { body: { name: 'canary' } })).status).toBe(500)
  const failed = await eventually(() => {
    const found = named(collector.spans, 'POST /api/keys').find((span) => span.attributes['http.response.status_code'] === '500')
    expect(found).toBeDefined()
    return found
  })
  expect([failed?.status, failed?.attributes['error.type']]).toEqual([{ code: 2 }, '500'])
  expect(collector.spans.filter((span) => span.traceId === failed?.traceId && span.attributes['error.type'] === '42703')).toHaveLength(1)
  const all = collector.bodies.join('')
  expect(collector.spans.length).toBeGreaterThan(30)
  const secrets = [testPassword, `"${testPin}"`, ann.token, provisioning?.secret ?? 'none', `"${codes[0]?.code}"`, '$argon2id', '127.0.0.1']
  for (const secret of [...secrets, 'canary', 'Canary', '@example.org']) expect([secret, all.includes(secret)]).toEqual([secret, false])
})

test('a trace goes on only where a trusted proxy says so; anybody else’s is a link, and cannot have itself recorded', async () => {
  const collector = await startOtlpReceiver()
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' }
  const open = await startTestApp({ env: { ...collector.env } })
  const behind = await startTestApp({ env: { ...collector.env, ...behindProxy, ...sampler } })
  const closed = await startTestApp({ env: { ...collector.env, ...sampler } })
  const ask = (app: typeof open, given: string) => app.send('GET', '/api/installation', { headers: { traceparent: given } })
  await ask(closed, traceparent())
  for (const given of [traceparent('00'), 'no-trace', traceparent()]) await ask(behind, given)
  for (const given of [traceparent(), `00-${'0'.repeat(32)}-${spanId}-01`]) await ask(open, given)
  for (const path of ['/livez', '/readyz', '/metrics']) await open.send('GET', path)
  const spans = await eventually(() => {
    const found = collector.spans.filter((span) => span.kind === 'server')
    expect(found.length).toBeGreaterThanOrEqual(3)
    return found
  })
  expect(spans.map((span) => [span.traceId === traceId, span.parentSpanId, span.links])).toEqual([
    [true, spanId, []],
    [false, undefined, [{ traceId, spanId }]],
    [false, undefined, []],
  ])
})

test('a collector that is away slows nothing down, and gets what was kept when it is back; one that refuses is said once', async () => {
  const collector = await startOtlpReceiver()
  const app = await startTestApp({ env: { ...collector.env, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary' } })
  collector.answer(503)
  for (let number = 0; number < 20; number += 1) expect((await app.send('GET', '/api/installation')).status).toBe(200)
  await eventually(() => expect(app.logged()).toContain('traces cannot be delivered'))
  expect(collector.spans).toEqual([])
  collector.answer(200)
  await app.send('GET', '/api/installation')
  await eventually(() => expect(named(collector.spans, 'GET /api/installation')).toHaveLength(21))
  expect(new Set(collector.spans.map((span) => span.spanId)).size).toBe(collector.spans.length)
  expect(collector.headers[0]?.authorization).toBe('Bearer canary')
  expect(app.logged().split('traces cannot be delivered')).toHaveLength(2)
  expect(app.logged()).not.toContain('canary')
})

test('the last recorded spans are sent when a node stops', async () => {
  const collector = await startOtlpReceiver()
  const app = await startTestApp({ env: { ...collector.env, OTEL_BSP_SCHEDULE_DELAY: '60000' } })
  await app.send('GET', '/api/installation')
  expect(collector.spans).toEqual([])
  await app.stop(1000)
  expect(named(collector.spans, 'GET /api/installation')).toHaveLength(1)
})

test('without the variable nothing is traced, and a trace that comes in ends here', async () => {
  const { app, sink, add, root, after } = await startWebhooks({ env: behindProxy })
  await add()
  await root.enterPin()
  const headers = { authorization: `Bearer ${root.token}`, traceparent: traceparent() }
  await app.send('POST', '/api/profile/tokens', { body: { name: 'Build', scopes: ['keys:read'], expires_in_days: 7 }, headers })
  await after(0)
  expect([sink.requests.length, sink.requests[0]?.headers['traceparent']]).toEqual([1, undefined])
  expect(await app.db.selectFrom('webhook_deliveries').select('traceparent').execute()).toEqual([{ traceparent: null }])
})
