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
