import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { serverProgram } from '../testing/server-program.ts'

test('a command whose output cannot be written ends with a sentence and exit code 1, and one whose reader has enough ends well', async () => {
  const cli = await serverProgram('cli')
  const full = await open('/dev/full', 'w')
  const lost = spawn(process.execPath, [cli, 'help'], { stdio: ['ignore', full.fd, 'pipe'] })
  const ended = once(lost, 'exit')
  const said = lost.stderr === null ? '' : await text(lost.stderr)
  expect(said.trim()).toBe('The output of this command could not be written: there is no space left. What it did is done.')
  expect(await ended).toEqual([1, null])
  await full.close()
  const cut = spawn(process.execPath, [cli, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [cutEnded] = [once(cut, 'exit'), cut.stdout.destroy()]
  expect(await text(cut.stderr)).toBe('')
  expect(await cutEnded).toEqual([0, null])
})
