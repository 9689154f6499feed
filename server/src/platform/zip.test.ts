import { Readable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zip } from './zip.ts'

const pieces = (...texts: string[]): AsyncIterable<string> => Readable.from(texts)

test('files that go into a ZIP come out of it, also empty files and text of many pieces', async () => {
  const long = Array.from({ length: 30_000 }, (_, line) => `Zeile ${line} – ü\r\n`)
  const files = [
    { name: 'long.csv', pieces: pieces(...long) },
    { name: 'empty.csv', pieces: pieces() },
    { name: 'last.html', pieces: pieces('<p>', 'end') },
  ]
  const chunks: Uint8Array[] = []
  for await (const chunk of zip(Readable.from(files), new Date('2026-11-20T10:00:00Z'))) chunks.push(chunk)
  const found = unzipSync(Buffer.concat(chunks))
  expect(Object.keys(found)).toEqual(['long.csv', 'empty.csv', 'last.html'])
  expect(Object.values(found).map((bytes) => strFromU8(bytes))).toEqual([long.join(''), '', '<p>end'])
})

test('nothing is read before somebody takes what was made of the pieces before', async () => {
  let read = 0
  function* endless() {
    for (;;) {
      read += 1
      yield Array.from({ length: 2000 }, () => crypto.randomUUID()).join('')
    }
  }
  const endlessFile = { name: 'endless.csv', pieces: Readable.from(endless(), { highWaterMark: 1 }) }
  const chunks = zip(Readable.from([endlessFile]), new Date())
  await chunks.next()
  await chunks.next()
  expect(read).toBeLessThan(20)
  await chunks.return(undefined)
})
