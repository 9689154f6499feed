import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ChromiumProcess = { port: number; stop(): Promise<void> }

/**
 * Starts Chromium by hand on an empty profile, for tools that speak to it through a port of the DevTools protocol.
 * Rejects with its complaints when it ends instead.
 */
export async function startChromium(executablePath: string, args: string[], env: Record<string, string>): Promise<ChromiumProcess> {
  const profile = await mkdtemp(join(tmpdir(), 'twofold-chromium-'))
  const child = spawn(executablePath, ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const waitForEnd = async () => {
    try {
      await once(child, 'close')
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  const ended = waitForEnd()

  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }

  return new Promise((resolve, reject) => {
    let written = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written += text
      const port = written.match(/DevTools listening on ws:\/\/[^/]+:(\d+)\//)?.[1]
      if (port) resolve({ port: Number(port), stop })
    })
    ended.then(() => reject(new Error(`Chromium ended instead of starting:\n${written}`)), reject)
  })
}
