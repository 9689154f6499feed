import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createObjectStore } from '../platform/backup/off-site/object-store.ts'
import { partSize } from '../platform/backup/off-site/s3-upload.ts'
import { clockOf, systemClock } from '../platform/clock.ts'
import { nameObject } from '../platform/backup/off-site/object-names.ts'
import { loseMachine } from './lost-machine.ts'
import { startTestApp } from './start-test-app.ts'
import { startSwift } from './swift.ts'

const { signal } = new AbortController()

const read = (content: AsyncIterable<Buffer> | undefined) => buffer(content ?? Readable.from([]))

test('Swift: files in one part and in several are there whole, listed, fetched, never replaced, and gone when removed', async () => {
  const { target } = await startSwift()
  const store = createObjectStore(target, { clock: systemClock })
  onTestFinished(() => store.close())
  const folder = await mkdtemp(join(tmpdir(), 'twofold-real-s3-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = await Promise.all(
    [1000, 2 * partSize + 123].map(async (size, index) => {
      const [path, content] = [join(folder, String(index)), randomBytes(size)]
      await writeFile(path, content)
      return { key: `twofold/a b/${index}+ä.tfb`, path, content }
    }),
  )
  const progress: number[] = []
  for (const { key, path } of files) await store.put(key, path, (part) => progress.push(part), signal)
  expect(progress).toEqual([1, 1 / 3, 2 / 3, 1])
  expect(await store.list('twofold/a b/')).toEqual(files.map(({ key, content }) => ({ key, size: content.length })))
  expect(await store.list('other/')).toEqual([])
  for (const { key, content } of files) expect((await read((await store.get(key))?.content)).equals(content)).toBe(true)
  for (const { key, path } of files)
    await expect(store.put(key, path, () => {}, signal)).rejects.toThrow('has an object of this name already')
  for (const { key } of files) await store.remove(key)
  expect(await store.list('')).toEqual([])
  expect(await store.get(files[0]?.key ?? '')).toBeUndefined()
})

test('Swift: a wrong key, a missing bucket and a wrong clock are each said in a sentence, and an upload that was stopped leaves nothing', async () => {
  const { target } = await startSwift()
  const folder = await mkdtemp(join(tmpdir(), 'twofold-real-s3-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  await writeFile(path, randomBytes(3 * partSize))
  const open = (change: object, aheadMs = 0) => {
    const store = createObjectStore({ ...target, ...change }, { clock: clockOf(() => Date.now() + aheadMs) })
    onTestFinished(() => store.close())
    return store
  }
  await expect(open({ secretKey: 'wrong' }).list('')).rejects.toThrow('does not take the signature. Mend S3_SECRET_KEY or S3_REGION.')
  await expect(open({ bucket: 'another' }).put('1.tfb', path, () => {}, signal)).rejects.toThrow(
    'has no such bucket. Make it, or mend S3_BUCKET.',
  )
  await expect(open({}, 20 * 60_000).list('')).rejects.toThrow('The clock of this machine is 20 minutes ahead: set it right.')
  await expect(open({}, -20 * 60_000).list('')).rejects.toThrow('The clock of this machine is 20 minutes behind: set it right.')

  const stop = new AbortController()
  const store = open({})
  await expect(store.put('twofold/1.tfb', path, () => stop.abort(), stop.signal)).rejects.toThrow()
  expect(await store.list('')).toEqual([])
  await store.callOff('twofold/', signal)
  await store.put('twofold/1.tfb', path, () => {}, signal)
  expect((await store.list('')).map(({ size }) => size)).toEqual([3 * partSize])
})

test('Swift: a lost machine comes back from it, and 7 days, 4 weeks and 12 months are kept', async () => {
  const swift = await startSwift()
  await loseMachine(swift)
  const store = createObjectStore(swift.target, { clock: systemClock })
  onTestFinished(() => store.close())
  const folder = await mkdtemp(join(tmpdir(), 'twofold-real-s3-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'old'), 'old')
  const app = await startTestApp({ env: { ...swift.env, S3_PREFIX: 'second', BACKUP_PASSWORD: 'a-long-backup-password' } })
  const make = async () => {
    const id = await app.backups.add('command', undefined)
    expect(await app.backupMaker.make(id)).toBeUndefined()
    expect(await app.backupCopies.send(id)).toBeUndefined()
  }
  await make()
  const [, installation = '', node = ''] = (await store.list('second/'))[0]?.key.split('/') ?? []
  for (let day = 1; day <= 40; day += 1) {
    const key = nameObject({ prefix: 'second', installation, node, at: new Date(Date.now() - day * 86_400_000), id: crypto.randomUUID() })
    await store.put(key, join(folder, 'old'), () => {}, signal)
  }
  app.clock.advance(1000)
  await make()
  expect((await store.list('second/')).length).toBeLessThanOrEqual(7 + 4 + 3)
  expect(await app.drills.run()).toMatchObject({ error: null, location: 's3' })
})
