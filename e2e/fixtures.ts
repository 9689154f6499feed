// oxlint-disable no-empty-pattern -- Playwright reads from this pattern what a fixture depends on

import { test as base } from '@playwright/test'
import { type Application, startApplication } from './application.ts'
import { createPageGuard, type PageGuard } from './page-guard.ts'

type Running = { app: Application | undefined }

/**
 * `app` is shared by the tests of a worker, one after the other: a test makes its own people and finds what others left behind.
 * `freshApp` starts from nothing and belongs to one test. `guard` watches every page of every test, asked for or not.
 */
export const test = base.extend<{ freshApp: Application; guard: PageGuard }, { app: Application; running: Running }>({
  running: [({}, use) => use({ app: undefined }), { scope: 'worker' }],

  app: [
    async ({ running }, use) => {
      running.app = await startApplication()
      await use(running.app)
      await running.app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  freshApp: [
    async ({}, use, testInfo) => {
      const app = await startApplication()
      await use(app)
      if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('fresh application', { body: app.log() })
      await app.stop()
    },
    { timeout: 120_000 },
  ],

  guard: [
    async ({ browser, running }, use, testInfo) => {
      const written = running.app?.log().length ?? 0
      const guard = createPageGuard()
      browser.on('context', guard.watch)
      await use(guard)
      browser.off('context', guard.watch)
      const problems = guard.problems()
      if (running.app && (problems.length > 0 || testInfo.status !== testInfo.expectedStatus)) {
        await testInfo.attach('application', { body: running.app.log().slice(written) })
      }
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
