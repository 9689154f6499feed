import { open, readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { openChunks, sealChunks } from '../chunks.ts'
import { openFileKey } from '../file-key.ts'
import { type Frame, readFrames, writeFrame } from '../frames.ts'
import { readHeader } from '../header.ts'

/** Changes what is sealed in a backup, and seals it as it was: what no sum of the file finds. */
export async function rewriteBackup(path: string, password: string, change: (frame: Frame) => Frame) {
  const file = await open(path)
  const { header, sum, end } = await readHeader(file)
  const key = await openFileKey(header, { password, rootKeys: [] })
  const beginning = (await readFile(path)).subarray(0, end)
  const content = Readable.from(openChunks(file.createReadStream({ start: end }), key, sum)).pipe(createGunzip())
  const frames = await Array.fromAsync(readFrames(content), (frame) => writeFrame(change(frame)))
  const sealed = await Array.fromAsync(sealChunks(Readable.from(frames).pipe(createGzip()), key, sum))
  await writeFile(path, Buffer.concat([beginning, ...sealed]))
}
