import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { formats, writeHeader } from './header.ts'
import { describeBackup } from './read-backup.ts'
import { sentenceOf } from './testing/make-backup.ts'

let path = ''
beforeAll(async () => {
  const place = await mkdtemp(join(tmpdir(), 'twofold-unknown-'))
  path = join(place, 'some.file')
  return () => rm(place, { recursive: true, force: true })
})

async function verdict(bytes: Buffer) {
  await writeFile(path, bytes)
  return sentenceOf(describeBackup(path))
}

const { bytes: backup } = writeHeader({
  format: formats.whole,
  application: '0.1.0',
  schema: '0001',
  created_at: '2026-01-01T00:00:00.000Z',
  key: { kind: 'master_key', id: 'any' },
  wrapped_key: 'any',
})

const bundled = (): Promise<Buffer> => buffer(bundle({ size: backup.length, content: Readable.from([backup]) }, []).content)

test('a place where no file is, and a folder, are named with what to do', async () => {
  const missing = join(dirname(path), 'nowhere')
  expect(await sentenceOf(describeBackup(missing))).toBe(`The backup ${missing} cannot be read: there is no such place. Mind the path.`)
  const folder = dirname(path)
  expect(await sentenceOf(describeBackup(folder))).toBe(`The backup ${folder} cannot be read: it is a folder. Name a file.`)
})

test('a file of something else is no backup, however short it is', async () => {
  for (const junk of ['junk\r\n', 'TWOFOLD BRICKS', 'x'.repeat(19), 'x'.repeat(500)]) {
    expect(await verdict(Buffer.from(junk)), junk).toMatch(/^This file is not a backup of Twofold/)
  }
})

test('a header whose sum is right, and that nobody can read, is named damaged', async () => {
  for (const json of ['{', 'null', '{"format":"1"}', '{"format":1}']) {
    const before = Buffer.concat([backup.subarray(0, 16), Buffer.from([0, 0, 0, json.length]), Buffer.from(json)])
    const sum = createHash('sha256').update(before).digest()
    expect(await verdict(Buffer.concat([before, sum])), json).toMatch(/damaged: its header cannot be understood/)
  }
})

test('a list of parts whose sizes no file can have is named damaged', async () => {
  const most = Number.MAX_SAFE_INTEGER
  const part = (digit: string) => ({ name: digit.repeat(40), size: most })
  for (const list of [
    { backup: most, parts: [] },
    { backup: backup.length, parts: [part('a'), part('b')] },
    { backup: 2 ** 63, parts: [] },
  ]) {
    const json = Buffer.from(JSON.stringify(list))
    const head = Buffer.concat([Buffer.from('TWOFOLD BUNDLE\r\n'), Buffer.from([0, 0, 0, json.length]), json])
    expect(await verdict(Buffer.concat([head, backup])), json.toString()).toMatch(/damaged: its list of parts cannot be understood/)
  }
})

test('a backup, and one with its parts, of which any beginning is left was cut off', async () => {
  for (const whole of [backup, await bundled()]) {
    const lengths = Array.from({ length: whole.length }, (_, length) => length)
    for (const length of lengths) expect(await verdict(whole.subarray(0, length)), `${length} bytes`).toMatch(/cut off before its end/)
  }
})
