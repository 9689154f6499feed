import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../platform/make-folder.ts'
import type { Sink } from './stream-batch.ts'

/** JSON lines at the end of a file in the data folder, for a program on the machine that reads along. */
export function createFileSink({ file_name: name }: { file_name: string }, folder: string): Sink {
  return {
    async deliver({ events }) {
      await makeFolder(folder)
      const file = await open(join(folder, name), 'a+', 0o600)
      try {
        const { size } = await file.stat()
        const { buffer } = size === 0 ? { buffer: Buffer.from('\n') } : await file.read(Buffer.alloc(1), 0, 1, size - 1)
        // A process that was killed while it wrote left half a line.
        const gap = buffer.toString() === '\n' ? '' : '\n'
        await file.appendFile(gap + events.map(({ json }) => `${json}\n`).join(''))
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}
