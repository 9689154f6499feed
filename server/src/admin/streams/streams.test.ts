import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { changeStream, createStream, deleteStream, listStreams, retryStream } from '@twofold/contract/admin/streams'
import { listAudit } from '@twofold/contract/admin/audit'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createStreamsRepository } from './streams.repository.ts'
import { bucketTarget, eventOf, eventsIn, eventsOfBodies, sequencesOf, upTo, writeWhileKilled } from './testing/write-while-killed.ts'
import { startBucket, startReceiver, startSyslogServer } from './testing/receivers.ts'
import { findBrokenEvent, firstsOf, startStreams } from './testing/start-streams.ts'

test('syslog over TLS gets every row as a framed message of RFC 5424, and its chain verifies there', async () => {
  const app = await startStreams()
  const server = await startSyslogServer()
  await app.add({ kind: 'syslog', host: server.host, port: server.port, ca: server.ca })
  await app.write(5)
  await app.send()
  for (const message of server.messages)
    expect(message).toMatch(/^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z localhost twofold - audit - \{.*\}$/)
  const events = server.messages.map(eventOf)
  expect(sequencesOf(events)).toEqual(upTo(events.length))
  expect(findBrokenEvent(events)).toBeUndefined()
  expect(events.at(-1)?.unmapped.audit.target_name).toBe('row 5 ö☃')
  const { body } = await app.root.call(listStreams, {})
  expect(body.data[0]).toMatchObject({ state: 'working', sent_sequence: events.length, waiting: 0, last_error: null })
})

test('an address gets batches that an implementation of Standard Webhooks verifies, and its chain verifies there', async () => {
  const app = await startStreams()
  const receiver = await startReceiver()
  const { signing_secret: secret } = await app.add({ kind: 'https', url: `${receiver.origin}/audit`, ca: receiver.ca })
  await app.write(3)
  await app.send()
  const [request] = receiver.requests
  expect(() => new Webhook(secret ?? '').verify(request?.body ?? '', request?.headers as Record<string, string>)).not.toThrow()
  expect(() => new Webhook(secret ?? '').verify(`${request?.body} `, request?.headers as Record<string, string>)).toThrow()
  const events = eventsOfBodies(receiver.requests.map(({ body }) => body))
  expect(sequencesOf(events)).toEqual(upTo(events.length))
  expect(findBrokenEvent(events)).toBeUndefined()
})

test('a bucket gets one object for each batch, signed, written only where there is none, and named in the order of the chain', async () => {
  const app = await startStreams()
  const bucket = await startBucket()
  await app.add(bucketTarget(bucket.origin, bucket.ca))
  for (const round of ['first', 'second']) {
    await app.write(3, round)
    await app.send()
  }
  const names = [...bucket.objects.keys()]
  expect(names.toSorted()).toEqual(names)
  expect(names[0]).toMatch(/^\/audit-logs\/twofold\/prod\/0000000000000001-\d{16}-[0-9a-f]{16}\.jsonl$/)
  const events = names.flatMap((name) => eventsIn(bucket.objects.get(name) ?? ''))
  expect(findBrokenEvent(events)).toBeUndefined()
  expect(events.length).toBeGreaterThanOrEqual(7)
  expect(await bucket.allSigned()).toBe(true)
})

test('a bucket that knows no conditional writes gets each batch without a condition', async () => {
  const app = await startStreams()
  const bucket = await startBucket(() => 'good', { knowsConditions: false })
  await app.add(bucketTarget(bucket.origin, bucket.ca))
  await app.send()
  expect(bucket.statuses.slice(0, 2)).toEqual([501, 200])
  expect([bucket.objects.size > 0, await bucket.allSigned()]).toEqual([true, true])
})

test('when the answer of a bucket is lost, its object is found there and not written twice', async () => {
  const app = await startStreams()
  let isDying = true
  const bucket = await startBucket(() => (isDying ? 'dies late' : 'good'))
  await app.add(bucketTarget(bucket.origin, bucket.ca))
  await app.send()
  isDying = false
  await app.tryAgain()
  expect(bucket.statuses).toEqual([200, 412])
  const { body } = await app.root.call(listStreams, {})
  expect(body.data[0]).toMatchObject({ state: 'working', waiting: 0 })
})

test('a file in the data folder gets JSON lines that only its owner may read, whole ones also after half a line', async () => {
  const app = await startStreams()
  await app.add({ kind: 'file', file_name: 'audit.jsonl' })
  await app.send()
  const path = join(app.config.dataDir, 'audit-streams', 'audit.jsonl')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await appendFile(path, '{"half":')
  await app.write(2)
  await app.send()
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '{"half":')
  expect(findBrokenEvent(eventsIn(lines.join('\n')))).toBeUndefined()
})

test('a receiver that was away gets everything from where it stopped, and the screen says meanwhile what is wrong', async () => {
  const app = await startStreams()
  let status = 204
  const receiver = await startReceiver(() => ({ status, body: 'a stack trace of the receiver' }))
  await app.add({ kind: 'https', url: `${receiver.origin}/audit`, ca: receiver.ca })
  await app.send()
  const had = eventsOfBodies(receiver.requests.map(({ body }) => body)).length
  status = 503
  await app.write(4)
  await app.send()
  await app.streams.sendDue()
  expect(receiver.requests).toHaveLength(2) // its next try is not due
  const { body } = await app.root.call(listStreams, {})
  expect(body.data[0]).toMatchObject({ state: 'failing', sent_sequence: had, waiting: 4, last_error: 'The receiver answered 503.' })
  expect(JSON.stringify(body)).not.toContain('stack trace')
  status = 204
  await app.root.call(retryStream, { params: { id: body.data[0]?.id ?? '' } })
  await app.send()
  const taken = eventsOfBodies(receiver.requests.filter((_, index) => index !== 1).map(({ body: sent }) => sent))
  expect(findBrokenEvent(taken)).toBeUndefined()
  expect(taken.length).toBe(had + 5) // and the row that says that somebody tried again
})

test('a receiver that answers 413 gets smaller batches, and one row that is still too large waits', async () => {
  const app = await startStreams()
  let largest = 6_000
  const receiver = await startReceiver(({ body }) => ({ status: body.length > largest ? 413 : 204, body: '' }))
  await app.add({ kind: 'https', url: `${receiver.origin}/audit`, ca: receiver.ca })
  await app.write(12)
  await app.send()
  const { linked } = await app.auditChain.readState()
  const taken = eventsOfBodies(receiver.requests.map(({ body }) => body).filter((body) => body.length <= largest))
  expect(sequencesOf(taken)).toEqual(upTo(linked))
  expect(findBrokenEvent(taken)).toBeUndefined()
  expect(receiver.requests.filter(({ body }) => body.length > largest).length).toBeLessThan(4) // what it takes is remembered

  largest = 100
  await app.write(2)
  await app.send()
  const { body } = await app.root.call(listStreams, {})
  expect(body.data[0]).toMatchObject({ state: 'failing', sent_sequence: linked, waiting: 2, last_error: 'The receiver answered 413.' })
})

test.each(['https', 'syslog', 's3'] as const)(
  '%s, killed again and again while several write: no row is missing, and the order holds',
  async (kind) => {
    await writeWhileKilled(await startStreams(), kind, { kills: 5, writers: 3, rows: 10 })
  },
)

test('a syslog receiver that closes in good order in the middle of a batch gets the rest of it later', async () => {
  const app = await startStreams()
  let frames = 0
  const server = await startSyslogServer(() => ((frames += 1) === 3 ? 'leaves' : 'good'))
  await app.add({ kind: 'syslog', host: server.host, port: server.port, ca: server.ca })
  await app.write(5)
  await app.send()
  const { body } = await app.root.call(listStreams, {})
  expect(body.data[0]).toMatchObject({ sent_sequence: 0, last_error: 'The receiver closed the connection before it had everything.' })
  await app.tryAgain()
  expect(findBrokenEvent(firstsOf(server.messages.map(eventOf)))).toBeUndefined()
  expect(sequencesOf(firstsOf(server.messages.map(eventOf)))).toEqual(upTo((await app.auditChain.readState()).linked))
})

test('a row that commits late is sent, after rows that were written later', async () => {
  const app = await startStreams()
  await app.add({ kind: 'file', file_name: 'audit.jsonl' })
  const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = app.transaction(async (tx) => {
    await tx.audit({ action: 'settings.changed', target: { kind: 'test', name: 'late' } })
    written.resolve()
    await committed.promise
  })
  await written.promise
  await app.write(2, 'early')
  await app.send()
  committed.resolve()
  await late
  await app.send()
  const events = eventsIn(await readFile(join(app.config.dataDir, 'audit-streams', 'audit.jsonl'), 'utf8'))
  expect(events.slice(-3).map(({ unmapped }) => unmapped.audit.target_name)).toEqual(['early 1 ö☃', 'early 2 ö☃', 'late'])
  expect(findBrokenEvent(events)).toBeUndefined()
})

test('two workers do not send the same stream at once, and one whose lease is over moves no cursor', async () => {
  const app = await startStreams()
  const { stream } = await app.add({ kind: 'file', file_name: 'audit.jsonl' })
  await app.auditChain.linkAll()
  const streams = createStreamsRepository(app.db)
  const [first, second] = [await streams.claim(stream.id), await streams.claim(stream.id)]
  expect([first?.sent_sequence, second]).toEqual([0, undefined])
  await app.db
    .updateTable('audit_streams')
    .set({ lease_until: new Date(0) })
    .execute()
  const third = await streams.claim(stream.id)
  if (first === undefined || third === undefined) throw new Error('The stream could not be claimed.')
  expect(await streams.advance(first, 1)).toBe(false)
  expect(await streams.advance(third, 1)).toBe(true)
})

test('a stream that begins now sends nothing from before, and a paused one goes on after the last row it sent', async () => {
  const app = await startStreams()
  await app.write(3, 'before')
  await app.auditChain.linkAll()
  const target = { kind: 'file' as const, file_name: 'audit.jsonl' }
  const { stream } = await app.add(target, { from: 'now' })
  await app.send()
  const change = (is_active: boolean) =>
    app.root.call(changeStream, { params: { id: stream.id }, body: { name: 'Collector', is_active, target } })
  await change(false)
  await app.send()
  expect((await app.root.call(listStreams, {})).body.data[0]).toMatchObject({ state: 'paused', waiting: 1 })
  await change(true)
  await app.send()
  const events = eventsIn(await readFile(join(app.config.dataDir, 'audit-streams', 'audit.jsonl'), 'utf8'))
  expect(events.map(({ unmapped }) => unmapped.audit.action)).toEqual(['stream.created', 'stream.changed', 'stream.changed'])
})

test('adding, changing or removing a stream is recorded with the administrator, and every administrator is notified', async () => {
  const app = await startStreams({ work: true })
  const other = await app.administrator('other@example.org')
  const target = { kind: 'file' as const, file_name: 'audit.jsonl' }
  const { stream } = await app.add(target)
  const params = { id: stream.id }
  await app.root.call(changeStream, {
    params,
    body: { name: 'Collector', is_active: true, target: { kind: 'file', file_name: 'other.jsonl' } },
  })
  await app.root.call(changeStream, {
    params,
    body: { name: 'Collector', is_active: false, target: { kind: 'file', file_name: 'other.jsonl' } },
  })
  await app.root.call(deleteStream, { params })
  const { body } = await other.call(listAudit, { query: {} })
  expect(body.data.map(({ action }) => action).slice(0, 4)).toEqual([
    'stream.deleted',
    'stream.changed',
    'stream.changed',
    'stream.created',
  ])
  await expect
    .poll(async () => {
      const answer = await other.send<{ notifications: { message: string; link: string | null }[] }>('GET', '/api/admin/notifications')
      return answer.body.notifications.filter(({ link }) => link === '/admin/audit/streams').map(({ message }) => message)
    })
    .toHaveLength(4)
})

test('secrets of streams are sealed, shown once at most, and kept when a change leaves them out', async () => {
  const app = await startStreams()
  const bucket = await startBucket()
  const target = bucketTarget(bucket.origin, bucket.ca)
  const { stream } = await app.add(target)
  const { secret_access_key: secret, ...others } = target
  await app.root.call(changeStream, { params: { id: stream.id }, body: { name: 'Renamed', is_active: true, target: others } })
  await app.send()
  expect([bucket.objects.size, await bucket.allSigned()]).toEqual([1, true])

  const key = crypto.randomUUID()
  const body = { name: 'Webhook', from: 'now' as const, target: { kind: 'https' as const, url: `${bucket.origin}/audit`, ca: bucket.ca } }
  const create = () =>
    app.root.send<{ signing_secret: string | null }>('POST', '/api/admin/audit/streams', { body, headers: { 'idempotency-key': key } })
  const [first, again] = [await create(), await create()]
  expect([first.body.signing_secret, again.body.signing_secret]).toEqual([expect.stringMatching(/^whsec_/), null])
  const stored = JSON.stringify([
    await app.db.selectFrom('audit_streams').selectAll().execute(),
    (await app.root.call(listStreams, {})).body,
  ])
  const audited = JSON.stringify((await app.root.call(listAudit, { query: {} })).body)
  for (const text of [secret, first.body.signing_secret ?? '']) {
    expect(stored).not.toContain(text)
    expect(audited).not.toContain(text)
  }
})

test('an eleventh stream is refused, as are a bucket without a secret and a change of the kind', async () => {
  const app = await startStreams()
  const { stream } = await app.add({ kind: 'file', file_name: 'audit.jsonl' })
  const other = { kind: 'syslog' as const, host: 'localhost', port: 6514 }
  const changed = await app.root.call(changeStream, { params: { id: stream.id }, body: { name: 'Other', is_active: true, target: other } })
  expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ['target.kind']])
  const { secret_access_key: _, ...bucket } = bucketTarget('https://localhost', '')
  const refused = await app.root.call(createStream, { body: { name: 'Bucket', target: bucket } })
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['target.secret_access_key']])
  for (let count = 2; count <= 10; count += 1) await app.add({ kind: 'file', file_name: `audit-${count}.jsonl` })
  const eleventh = await app.root.call(createStream, { body: { name: 'Eleven', target: { kind: 'file', file_name: 'eleven.jsonl' } } })
  expect([eleventh.status, eleventh.body.code]).toEqual([409, 'streams.limit'])
})
