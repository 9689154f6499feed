import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup, password, cheap } from './testing/make-backup.ts'
import { rewriteBackup } from './testing/rewrite-backup.ts'
import { writeBackup } from './write-backup.ts'

/** CopyDone of PostgreSQL's protocol. */
const copyDone = Buffer.from('c\0\0\0\u0004', 'latin1')

/** A way to a database on which the message behind the last row of each COPY, with the number of rows, comes as a packet of its own. */
async function inTwoPackets({ host = '', port, ...rest }: pg.ClientConfig): Promise<pg.ClientConfig> {
  const sockets: Socket[] = []
  const door = createServer((inner) => {
    const outer = connect(join(host, `.s.PGSQL.${port}`))
    sockets.push(inner, outer)
    inner.pipe(outer)
    // The end of the test destroys the sockets, also while one is read.
    passOn(outer, inner).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    })
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    door.close()
  })
  return { ...rest, host: '127.0.0.1', port: (door.address() as AddressInfo).port }
}

async function passOn(from: Socket, to: Socket) {
  for await (const piece of from as AsyncIterable<Buffer>) {
    const behind = piece.indexOf(copyDone) + copyDone.length
    if (behind >= copyDone.length) {
      to.write(piece.subarray(0, behind))
      // Until the other end, which is in this process, has read it.
      for (let turn = 0; turn < 10; turn += 1) await setImmediate()
      to.write(piece.subarray(behind))
    } else to.write(piece)
  }
  to.end()
}

test('a backup states the number of rows that it holds, however the answers of the database are cut into packets', async () => {
  const { connection, rootKeys, path: first } = await makeBackup()
  const path = join(dirname(first), 'b.backup')
  const secret = { kind: 'password', password, cost: cheap } as const
  await writeBackup({ connection: await inTwoPackets(connection), rootKeys, secret, application: '0.1.0', now: new Date(), path })
  const [stated, held]: [number[], number[]] = [[], []]
  await rewriteBackup(path, password, (frame) => {
    if (frame.kind === 'table') held.push(0)
    if (frame.kind === 'rows') held.push((held.pop() ?? 0) + frame.content.toString('latin1').split('\n').length - 1)
    if (frame.kind === 'table_end') stated.push(frame.content.rows)
    return frame
  })
  expect(Math.max(...held)).toBe(2000)
  expect(stated).toEqual(held)
})
