import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { makeFileKey } from '../platform/backup/file-key.ts'
import { createObjectStore } from '../platform/backup/off-site/object-store.ts'
import { partSize } from '../platform/backup/off-site/s3-upload.ts'
import { startModelS3 } from './model-s3.ts'

const run = promisify(execFile)
const { signal } = new AbortController()

function rangeOf(range: string | undefined): number {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  return Number(to) - Number(from) + 1
}

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-off-site-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Debian's program; `npm run faults` names what is missing. */
function requireProgram(program: string) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
  } catch {
    throw new Error(`${program} is not installed: apt install ${program}.`)
  }
}

test('Debian’s age opens the key of a backup for a recipient that its own age-keygen made', async () => {
  requireProgram('age')
  const folder = await makeFolder()
  const keyFile = join(folder, 'key.txt')
  await run('age-keygen', ['-o', keyFile])
  const recipient = /age1[a-z0-9]+/.exec(await readFile(keyFile, 'utf8'))?.[0] ?? ''
  const { fileKey, age = '' } = await makeFileKey({ kind: 'password', password: 'a-long-backup-password' }, [recipient])
  await writeFile(join(folder, 'sealed'), Buffer.from(age, 'base64'))
  await run('age', ['-d', '-i', keyFile, '-o', join(folder, 'opened'), join(folder, 'sealed')])
  expect((await readFile(join(folder, 'opened'))).equals(fileKey.export())).toBe(true)
})

test('Debian’s s3cmd and we see the same bucket: what one puts there in parts, the other lists, fetches and deletes', async () => {
  requireProgram('s3cmd')
  const s3 = await startModelS3()
  const store = createObjectStore(s3.target, { clock: systemClock })
  onTestFinished(() => store.close())
  const folder = await makeFolder()
  const [path, content] = [join(folder, 'file'), randomBytes(2 * partSize + 123)]
  await writeFile(path, content)
  const host = new URL(s3.target.endpoint).host
  const { accessKey, secretKey, region } = s3.target
  const given = `--config /dev/null --no-ssl --no-preserve --multipart-chunk-size-mb 8 --host ${host} --host-bucket ${host} --region ${region}`
  const s3cmd = (...input: string[]) => run('s3cmd', [...given.split(' '), '--access_key', accessKey, '--secret_key', secretKey, ...input])
  const bucket = `s3://${s3.target.bucket}`

  await store.put('twofold/ours.tfb', path, () => {}, signal)
  expect((await s3cmd('ls', `${bucket}/twofold/`)).stdout).toMatch(new RegExp(`${content.length} +${bucket}/twofold/ours\\.tfb`))
  await s3cmd('get', `${bucket}/twofold/ours.tfb`, join(folder, 'got'))
  expect((await readFile(join(folder, 'got'))).equals(content)).toBe(true)
  await s3cmd('del', `${bucket}/twofold/ours.tfb`)
  expect(await store.list('')).toEqual([])

  await s3cmd('put', path, `${bucket}/twofold/theirs.tfb`)
  expect(await store.list('twofold/')).toEqual([{ key: 'twofold/theirs.tfb', size: content.length }])
  const found = await store.get('twofold/theirs.tfb')
  expect((await buffer(found?.content ?? Readable.from([]))).equals(content)).toBe(true)
})

test('a file of 1 GiB takes no more than 64 MiB of memory to send, and 128 MiB to fetch', async () => {
  const size = 1024 ** 3
  const s3 = await startModelS3()
  const part = Buffer.alloc(partSize)
  // It keeps nothing: the memory that counts is that of the sender.
  let isSent = false
  s3.disturb(({ method, query, headers }) => {
    if (method === 'PUT') isSent = true
    if (method === 'HEAD') return !isSent ? undefined : { status: 200, headers: { 'content-length': String(size), etag: '"whole"' } }
    if (method === 'GET') return { status: 206, body: part.subarray(0, rangeOf(headers.range)) }
    if (method === 'PUT') return { status: 200, headers: { etag: '"part"' } }
    return query.has('uploads') ? undefined : { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
  })
  const path = join(await makeFolder(), 'large')
  await (await open(path, 'wx')).close()
  await truncate(path, size)
  const script = `
    const { createObjectStore } = await import(${JSON.stringify(join(import.meta.dirname, '../platform/backup/off-site/object-store.ts'))})
    const store = createObjectStore(${JSON.stringify(s3.target)}, { clock: { now: () => Date.now(), date: () => new Date() } })
    await store.head('twofold/large.tfb')
    const before = process.resourceUsage().maxRSS
    await store.put('twofold/large.tfb', ${JSON.stringify(path)}, () => {}, new AbortController().signal)
    const sent = process.resourceUsage().maxRSS
    let read = 0
    for await (const piece of (await store.get('twofold/large.tfb')).content) read += piece.length
    console.log(JSON.stringify({ read, sent: (sent - before) / 1024, more: (process.resourceUsage().maxRSS - before) / 1024 }))
    store.close()`
  // As `npm start` runs the server.
  const env = { ...process.env, MALLOC_ARENA_MAX: '1' }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--max-semi-space-size=4', '--eval', script], { env })
  const { read, sent, more } = JSON.parse(stdout) as { read: number; sent: number; more: number }
  console.log(`1 GiB: ${sent.toFixed(1)} MiB more than at rest to send it, ${more.toFixed(1)} MiB with fetching it`)
  expect(read).toBe(size)
  expect(sent).toBeLessThanOrEqual(64)
  expect(more).toBeLessThanOrEqual(128)
})
