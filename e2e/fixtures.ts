// oxlint-disable no-empty-pattern -- Playwright reads from this pattern what a fixture depends on

import { type TestInfo, test as base } from '@playwright/test'
import { type Application, type EmptyApplication, startApplication, startDemo, startFromNothing } from './application.ts'
import { type Deployed, startDeployed } from './deployed.ts'
import { type Elsewhere, startElsewhere } from './elsewhere.ts'
import { type MailingApplication, startMailingApplication } from './mailbox.ts'
import { createPageGuard, type PageGuard } from './page-guard.ts'
import { fromNewAddress, type Person, setUp, signUp } from './people.ts'

type TestFixtures = { freshApp: EmptyApplication; emptyApp: EmptyApplication; guard: PageGuard; person: Person }
type WorkerFixtures = {
  app: Application
  admin: Person
  demo: Application
  mailing: MailingApplication
  deployed: Deployed
  elsewhere: Elsewhere
  running: Set<Application>
}

/** Milliseconds for an application to start, on a machine that others use as well. */
const startLimit = 300_000

/**
 * `app` is shared by the tests of a worker, one after the other: a test makes its own people and finds what others left behind. `admin` is its
 * administrator, `person` somebody who belongs to one test. `demo` is shared too, with sample data that no test may change.
 * `mailing` is one more application, shared too, whose e-mail arrives where a test can read it. `deployed` is one that can be updated, and
 * `elsewhere` one that knows an issuer. They stand here, however few need them: tests whose worker fixtures differ share no worker.
 * `emptyApp` belongs to one test and has no account; `freshApp` has no files either, as the first start of all. `guard` watches every page of
 * every test, asked for or not.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  running: [({}, use) => use(new Set()), { scope: 'worker' }],

  app: [({ admin }, use) => use(admin.app), { scope: 'worker' }],

  admin: [
    async ({ running }, use) => {
      const app = await startApplication({ TRUSTED_PROXIES: '127.0.0.1' })
      running.add(app)
      await use(await setUp(app))
      await app.stop()
    },
    { scope: 'worker', timeout: startLimit },
  ],

  demo: [
    async ({ running }, use) => {
      const app = await startDemo()
      running.add(app)
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: startLimit },
  ],

  mailing: [
    async ({ running }, use) => {
      const mailing = await startMailingApplication()
      running.add(mailing.app)
      await use(mailing)
      await mailing.stop()
    },
    { scope: 'worker', timeout: startLimit },
  ],

  deployed: [
    async ({}, use) => {
      const deployed = await startDeployed()
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker', timeout: startLimit },
  ],

  elsewhere: [
    async ({ running }, use) => {
      const elsewhere = await startElsewhere()
      running.add(elsewhere.app)
      await use(elsewhere)
      running.delete(elsewhere.app)
      await elsewhere.stop()
    },
    { scope: 'worker', timeout: startLimit },
  ],

  person: async ({ app }, use) => use(await signUp(app)),

  context: async ({ context, browser, guard }, use) => {
    await use(context)
    guard.end()
    // A handler that is still at work on an answer would fail a test by the end of its page, sometimes the next test.
    const pages = browser.contexts().flatMap((open) => open.pages())
    await Promise.all([...browser.contexts(), ...pages].map((open) => open.unrouteAll({ behavior: 'ignoreErrors' })))
  },

  extraHTTPHeaders: ({}, use) => use(fromNewAddress()),

  emptyApp: [({}, use, testInfo) => useForOneTest(startApplication, use, testInfo), { timeout: startLimit }],

  freshApp: [({}, use, testInfo) => useForOneTest(startFromNothing, use, testInfo), { timeout: startLimit }],

  guard: [
    async ({ browser, running }, use, testInfo) => {
      const written = new Map([...running].map((app) => [app, app.log().length]))
      const guard = createPageGuard()
      browser.on('context', guard.watch)
      await use(guard)
      browser.off('context', guard.watch)
      const problems = guard.problems()
      if (problems.length > 0 || testInfo.status !== testInfo.expectedStatus) {
        for (const app of running) await testInfo.attach(`application ${app.url}`, { body: app.log().slice(written.get(app) ?? 0) })
      }
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    { auto: true },
  ],
})

async function useForOneTest(start: () => Promise<EmptyApplication>, use: (app: EmptyApplication) => Promise<void>, testInfo: TestInfo) {
  const app = await start()
  await use(app)
  if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('application of the test', { body: app.log() })
  await app.stop()
}

export { expect } from '@playwright/test'
