import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startModelS3 } from '../../../testing/model-s3.ts'
import { createManualClock } from '../../clock.ts'
import { createObjectStore } from './object-store.ts'
import { partSize } from './s3-upload.ts'

const { signal } = new AbortController()
const silent = () => {}

async function start(
  change: Partial<Awaited<ReturnType<typeof startModelS3>>['target']> = {},
  { timeouts, ...options }: NonNullable<Parameters<typeof startModelS3>[0]> & { timeouts?: { connect: number; response: number } } = {},
) {
  const clock = createManualClock(Date.UTC(2026, 10, 23, 9))
  const s3 = await startModelS3({ now: () => Date.UTC(2026, 10, 23, 9), ...options })
  const store = createObjectStore({ ...s3.target, ...change }, { clock, ...(timeouts === undefined ? {} : { timeouts }) })
  const folder = await mkdtemp(join(tmpdir(), 'twofold-store-'))
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    s3,
    store,
    clock,
    async file(size: number) {
      const [path, content] = [join(folder, String(size)), randomBytes(size)]
      await writeFile(path, content)
      return { path, content }
    },
  }
}

const readAll = (content: AsyncIterable<Buffer> | undefined) => buffer(content ?? Readable.from([]))

test.each([0, 1, partSize, partSize + 1, 3 * partSize - 5])('a file of %d bytes comes back as it was sent', async (size) => {
  const { s3, store, file } = await start()
  const { path, content } = await file(size)
  const progress: number[] = []
  await store.put('twofold/a b/ü+&<1>.tfb', path, (part) => progress.push(part), signal)
  expect(s3.objects.get('twofold/a b/ü+&<1>.tfb')?.equals(content)).toBe(true)
  expect(progress.at(-1)).toBe(1)
  const found = await store.get('twofold/a b/ü+&<1>.tfb')
  expect([found?.size, (await readAll(found?.content)).equals(content)]).toEqual([size, true])
  expect(await store.list('twofold/')).toEqual([{ key: 'twofold/a b/ü+&<1>.tfb', size }])
  await store.remove('twofold/a b/ü+&<1>.tfb')
  expect([await store.get('twofold/a b/ü+&<1>.tfb'), await store.list('')]).toEqual([undefined, []])
})

test('a connection that is cut in part 3 of 8 leaves no half object and no upload, and the next try succeeds', async () => {
  const { s3, store, file } = await start()
  const { path, content } = await file(8 * partSize)
  s3.disturb(({ query }) => (query.get('partNumber') === '3' ? 'cut' : undefined))
  await expect(store.put('twofold/1.tfb', path, silent, signal)).rejects.toThrow('cannot be reached')
  expect([await store.list(''), [...s3.uploads]]).toEqual([[], []])
  s3.disturb(() => undefined)
  await store.put('twofold/1.tfb', path, silent, signal)
  expect(s3.objects.get('twofold/1.tfb')?.equals(content)).toBe(true)
})

test('an upload whose node was killed is called off by the next one of its folder, and others are left alone', async () => {
  const { s3, store, file } = await start()
  const { path } = await file(2 * partSize)
  // Everything after the first part is lost, the calling off included: so it is when a node is killed.
  s3.disturb(({ method, query }) => (query.get('partNumber') === '2' || method === 'DELETE' ? 'cut' : undefined))
  for (const key of ['twofold/mine/1.tfb', 'twofold/theirs/1.tfb']) await expect(store.put(key, path, silent, signal)).rejects.toThrow()
  s3.disturb(() => undefined)
  await store.callOff('twofold/mine/', signal)
  expect([...s3.uploads.values()].map(({ key }) => key)).toEqual(['twofold/theirs/1.tfb'])
})

test.each([true, false])('an object is never replaced, whether the service knows conditional writes: %s', async (knowsConditions) => {
  const { s3, store, file } = await start({}, { knowsConditions })
  for (const size of [10, partSize + 1]) {
    const key = `${size}.tfb`
    s3.objects.set(key, Buffer.from('before'))
    await expect(store.put(key, (await file(size)).path, silent, signal)).rejects.toThrow('has an object of this name already')
    expect([s3.objects.get(key)?.toString(), s3.uploads.size]).toEqual(['before', 0])
    await store.remove(key)
    await store.put(key, (await file(size)).path, silent, signal)
    expect(s3.objects.get(key)).toHaveLength(size)
  }
})

test('a file that somebody else puts there during the upload is not replaced', async () => {
  const { s3, store, file } = await start()
  for (const size of [10, partSize + 1]) {
    const key = `${size}.tfb`
    s3.disturb(({ method, query }) => {
      if (method === 'PUT' || query.has('uploadId')) s3.objects.set(key, Buffer.from('before'))
      return undefined
    })
    await expect(store.put(key, (await file(size)).path, silent, signal)).rejects.toThrow('has an object of this name already')
    expect([s3.objects.get(key)?.toString(), s3.uploads.size]).toEqual(['before', 0])
  }
})

test('an upload that was stopped is called off', async () => {
  const { s3, store, file } = await start()
  const { path } = await file(3 * partSize)
  const stop = new AbortController()
  await expect(store.put('1.tfb', path, () => stop.abort(), stop.signal)).rejects.toThrow()
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

test('a listing of several pages is read to its end', async () => {
  const { s3, store } = await start({}, { pageSize: 3 })
  for (let number = 0; number < 8; number += 1) s3.objects.set(`twofold/${number}&.tfb`, Buffer.from('x'))
  s3.objects.set('other/1', Buffer.from('x'))
  expect((await store.list('twofold/')).map(({ key }) => key)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((number) => `twofold/${number}&.tfb`))
})

test('an object that changes while it is read is not put together of two', async () => {
  const { s3, store } = await start()
  s3.objects.set('1.tfb', randomBytes(2 * partSize))
  const found = await store.get('1.tfb')
  const pieces = found?.content[Symbol.asyncIterator]()
  await pieces?.next()
  s3.objects.set('1.tfb', randomBytes(2 * partSize))
  await expect(pieces?.next()).rejects.toThrow()
})

test.each([
  [{ bucket: 'another-bucket' }, 'has no such bucket. Make it, or mend S3_BUCKET.'],
  [{ accessKey: 'AKIDANOTHER' }, 'does not know the access key. Mend S3_ACCESS_KEY.'],
  [{ secretKey: 'wrong' }, 'does not take the signature. Mend S3_SECRET_KEY or S3_REGION.'],
  [{ region: 'us-east-1' }, 'does not take the signature. Mend S3_SECRET_KEY or S3_REGION.'],
])('a bucket that refuses %o is said in a sentence', async (change, sentence) => {
  const { s3, store, file } = await start(change)
  const { path } = await file(10)
  await expect(store.put('1.tfb', path, silent, signal)).rejects.toThrow(sentence)
  await expect(store.list('')).rejects.toThrow(sentence)
  expect(s3.objects.size).toBe(0)
})

test.each([
  [403, 'AccessDenied', 'refuses: the access key may not do this.'],
  [503, 'SlowDown', 'cannot take requests now (503).'],
  [507, '', 'has no room left.'],
  [418, 'Teapot', 'answered 418 Teapot.'],
])('an answer of %d %s is said in a sentence, and is not asked again', async (status, code, sentence) => {
  const { s3, store, file } = await start()
  s3.disturb(() => s3.refuse(status, code))
  await expect(store.put('1.tfb', (await file(10)).path, silent, signal)).rejects.toThrow(sentence)
  expect(s3.asked).toEqual(['HEAD 1.tfb?', 'PUT 1.tfb?'])
})

test.each([
  ['long', 'T'.repeat(101)],
  ['with a NUL', 'Tea\u0000pot'],
])('a code that is %s is left out of the sentence', async (_, code) => {
  const { s3, store } = await start()
  s3.disturb(() => s3.refuse(418, code))
  await expect(store.list('')).rejects.toThrow(/ answered 418\.$/)
})

test('a service that cannot do something at all is said in a sentence, once it was asked without a condition', async () => {
  const { s3, store, file } = await start()
  s3.disturb(() => s3.refuse(501, 'NotImplemented'))
  const put = store.put('1.tfb', (await file(10)).path, silent, signal)
  await expect(put).rejects.toThrow('does not support what Twofold needs (501 NotImplemented). Choose another S3 service.')
  expect(s3.asked).toEqual(['HEAD 1.tfb?', 'PUT 1.tfb?', 'PUT 1.tfb?'])
})

test('a clock that is wrong is distinguished from a wrong key, with the difference', async () => {
  const { store, clock } = await start()
  clock.advance(40 * 60_000)
  await expect(store.list('')).rejects.toThrow('The clock of this machine is 40 minutes ahead: set it right.')
  clock.advance(-80 * 60_000)
  await expect(store.list('')).rejects.toThrow('The clock of this machine is 40 minutes behind: set it right.')
})

test('a redirect is not followed, and says what to mend', async () => {
  const { s3, store } = await start()
  const elsewhere = await startModelS3()
  s3.disturb(() => ({ status: 307, headers: { location: `${elsewhere.target.endpoint}/vault-backups` }, body: '' }))
  await expect(store.list('')).rejects.toThrow('Set S3_ENDPOINT and S3_REGION to where the bucket is.')
  expect(elsewhere.asked).toEqual([])
})

test('a service that never answers is given up', async () => {
  const { s3, store } = await start({}, { timeouts: { connect: 500, response: 500 } })
  s3.disturb(() => 'silent')
  await expect(store.list('')).rejects.toThrow('There was no answer within the time allowed.')
})

test('a service that says 200 and means a failure has not got the file', async () => {
  const { s3, store, file } = await start()
  s3.disturb(({ method, query }) =>
    method === 'POST' && query.has('uploadId')
      ? { status: 200, body: '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>' }
      : undefined,
  )
  await expect(store.put('1.tfb', (await file(partSize + 1)).path, silent, signal)).rejects.toThrow('cannot take requests now')
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})
