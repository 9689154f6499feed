import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('a log that cannot be written, as on a full disk, is said once and stops nothing', async () => {
  const full = await open('/dev/full', 'w')
  const script = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const log = createLog('info')
    for (let line = 0; line < 3; line++) {
      log.info('started')
      await pause(1)
    }
    log.fatal('ending')
    process.exit(7)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', full.fd, 'pipe'] })
  const ended = once(child, 'exit')
  const said = child.stderr === null ? '' : await text(child.stderr)
  expect(said).toBe('The log cannot be written: there is no space left. Twofold goes on; its lines wait.\n')
  expect(await ended).toEqual([7, null])
  await full.close()
})

test('lines that wait for a slow reader arrive, though nothing is logged after them', async () => {
  const script = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    // What is printed beside the log makes Node.js write to a pipe without waiting for its reader.
    console.log('begun')
    const log = createLog('info')
    for (let line = 0; line < 500; line++) log.info('a line '.repeat(150))
    log.info('the last')
    await pause(250)
    console.error('tried')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' })
  const ended = once(child, 'exit')
  await once(child.stderr, 'data')
  for await (const piece of child.stdout.setEncoding('utf8')) if (String(piece).includes('the last')) child.stdin.end()
  expect(await ended).toEqual([0, null])
})
