import { spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchForEnd } from './end-of-process.ts'

const file = path.join(import.meta.dirname, 'testing/ending-process.ts')

/** Starts the process as a child of another one; what it says comes here, also when that one is gone. */
async function startBehind(stdio: string[], environment: Record<string, string>) {
  const between = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, [${JSON.stringify(file)}], { stdio: ${JSON.stringify(stdio)} })
    process.on('SIGTERM', () => process.exit())
    console.log(child.pid)`
  // The tests run below npm themselves.
  const { npm_lifecycle_event: _below, ...inherited } = process.env
  const starter = spawn(process.execPath, ['-e', between], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface(starter.stdout).on('line', (line) => void lines.push(line))
  onTestFinished(() => {
    starter.kill('SIGKILL')
    try {
      process.kill(Number(lines.find((line) => /^\d+$/.test(line))), 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  })
  await expect.poll(() => lines).toContain('started')
  return { starter, lines, closed: once(reader, 'close') }
}

test.each([
  ['npm, however it ended', ['ignore', 'inherit', 'inherit'], { npm_lifecycle_event: 'start' }],
  ['a process that holds the other end of a channel', ['ignore', 'inherit', 'inherit', 'ipc'], {}],
])('a server whose starter is gone stops in good order: %s', async (_, stdio, environment) => {
  const { starter, lines, closed } = await startBehind(stdio, environment)
  starter.kill('SIGKILL')
  // Both have let go of the output.
  await closed
  expect(lines).toContain('stopped')
})

test('the same signal within two seconds changes nothing, and one after that ends the process at once', () => {
  vi.stubEnv('npm_lifecycle_event', undefined)
  const events: EventEmitter = process
  const watched = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'uncaughtException', 'unhandledRejection', 'disconnect']
  const before = new Map(watched.map((name) => [name, events.listeners(name)]))
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    for (const spy of [now, exit, said]) spy.mockRestore()
    vi.unstubAllEnvs()
  })
  watchForEnd()
  const added = watched.flatMap((name) =>
    events
      .listeners(name)
      .filter((one) => !before.get(name)?.includes(one))
      .map((one) => ({ name, one: one as () => void })),
  )
  onTestFinished(() => added.forEach(({ name, one }) => void events.off(name, one)))
  function send() {
    for (const { name, one } of added) if (name === 'SIGTERM') one()
  }

  send()
  now.mockReturnValue(11_999)
  send()
  expect(exit).not.toHaveBeenCalled()

  now.mockReturnValue(12_000)
  send()
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
})
