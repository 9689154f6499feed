import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listKeys } from '@twofold/contract/keys'
import { signUp } from '@twofold/contract/sessions'
import { expect, onTestFinished, vi } from 'vitest'
import { findPort } from '../platform/testing/ports.ts'
import { loadServer, type NpmRun, runNpm } from './npm-start.ts'
import { createClient, createPerson, testPassword, testPin } from './start-test-app.ts'

export interface SignalCase {
  title: string
  /** npm's `script-shell`. */
  shell: string
  /** Ends what runs; the load goes on meanwhile. */
  end: (run: NpmRun) => void | Promise<void>
  /** False: npm itself was killed the hard way, or its shell, and cannot say how it went. */
  npmWaits?: boolean
}

const loadedPeople = 3
/** Within which everything has ended: SHUTDOWN_SECONDS, 5 more, and time for a loaded machine. */
const mostMilliseconds = 40_000

/** One installation that is started, loaded and ended again and again. What was acknowledged before an end has to be there after the next start. */
export async function createInstallationUnderSignals() {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-signals-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const tokens: string[] = []
  let acknowledged: string[] = []

  async function start(shell: string) {
    const port = await findPort()
    const run = await runNpm({
      shell,
      env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info', ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: testPassword },
    })
    return { run, url: `http://127.0.0.1:${port}` }
  }

  async function requireAcknowledged(url: string) {
    const kept = new Set<string>()
    for (const token of tokens) {
      const { body } = await createPerson(url, '', token).call(listKeys, {})
      for (const { name } of body.own_keys) kept.add(name)
    }
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
  }

  return {
    async play({ title, shell, end, npmWaits = true }: SignalCase) {
      const { run, url } = await start(shell)
      while (tokens.length < loadedPeople) {
        const name = `Person ${tokens.length}`
        const email = `person${tokens.length}@example.org`
        const body = { name, email, password: testPassword, password_confirmation: testPassword, pin: testPin }
        tokens.push((await createClient(url).call(signUp, { body })).body.access_token ?? '')
      }
      await requireAcknowledged(url)
      const load = loadServer(url, tokens)
      onTestFinished(load.end)
      await vi.waitFor(() => expect(load.answered()).toBeGreaterThan(30), { timeout: 100_000, interval: 10 })
      await end(run)
      const late = setTimeout(load.end, mostMilliseconds)
      const result = await load.result
      clearTimeout(late)
      await vi.waitFor(() => expect({ title, running: run.running() }).toEqual({ title, running: [] }), {
        timeout: mostMilliseconds,
        interval: 50,
      })
      expect({ title, cut: result.cut, refused: result.refused > 0, acknowledged: result.acknowledged.length > 0 }).toEqual({
        title,
        cut: [],
        refused: true,
        acknowledged: true,
      })
      const code = await run.exited
      if (npmWaits) expect({ title, code }).toEqual({ title, code: 0 })
      expect(run.output()).not.toContain('ending at once')
      acknowledged = result.acknowledged
    },
    /** A start after the last case: nothing that was acknowledged is missing. */
    async finish() {
      const { run, url } = await start('/bin/dash')
      await requireAcknowledged(url)
      process.kill(run.npm, 'SIGTERM')
      await run.exited
    },
  }
}
