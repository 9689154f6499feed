import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { AtEnd, TestApp } from './start-test-app.ts'

/**
 * One application for those tests of a file that do not disturb one another, whatever their order: what they ask for is refused or only read, or
 * each makes people and things of its own; none counts what everybody has, or does what is done for everybody. Call it outside of tests; what it
 * answers gives the application to each of them, where people sign up at addresses of that test: `ann@example.org` at `ann@3.example.org` in the
 * third one. Each finds the clock where the first one did, no job that another one has queued, and nothing logged.
 */
export function shareApp<App extends Pick<TestApp, 'logged' | 'clock' | 'db'>>(
  start: (options: { atEnd: AtEnd; address: (email: string) => string }) => Promise<App>,
): () => App {
  let shared: App | undefined
  let logged = 0
  let tests = 0
  let startedAt = 0
  const app = () => {
    if (shared === undefined) throw new Error('The application that tests share is there only while they run.')
    return shared
  }
  beforeAll(async () => {
    const acts: Parameters<AtEnd>[0][] = []
    const end = async () => {
      const failures: unknown[] = []
      for (const act of acts.toReversed()) await Promise.try(act, {}).catch((error: unknown) => failures.push(error))
      shared = undefined
      if (failures.length > 0) throw failures[0]
    }
    try {
      shared = await start({
        atEnd: (act) => void acts.push(act),
        address: (email) => (tests === 0 ? email : email.replace('@', `@${tests}.`)),
      })
      startedAt = shared.clock.now()
    } catch (error) {
      await end()
      throw error
    }
    return end
  })
  beforeEach(() => {
    tests += 1
    // Not after a test: what it declared for its end still reads what it logged.
    logged = shared?.logged().length ?? 0
  })
  afterEach(async ({ task }) => {
    const { clock, db } = app()
    const lines = app().logged()
    if (task.result?.state === 'fail' && lines.length > logged) console.log(lines.slice(logged))
    clock.set(startedAt)
    await sql`delete from pgboss.job where state = 'created'`.execute(db)
  })
  return () => ({ ...app(), logged: () => app().logged().slice(logged) })
}
