import type { InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../clock.ts'
import { fail } from '../../fail.ts'
import { createLog } from '../../log.ts'
import { createCookies } from '../cookies.ts'
import { type Identity, unhindered } from '../../identity.ts'
import type { App } from '../route.ts'
import { createHttpServer } from '../server.ts'
import { createTurns } from '../turns.ts'

const people: Record<string, Identity> = {
  'token-of-an-administrator': {
    id: 'a',
    name: 'Ann',
    email: 'ann@example.org',
    role: 'admin',
    sessionId: 's',
    ...unhindered,
  },
  'token-of-an-ordinary-user': {
    id: 'b',
    name: 'Bo',
    email: 'bo@example.org',
    role: 'user',
    sessionId: 't',
    ...unhindered,
  },
}

/** A server with the routes of one test, on which everybody may do everything as often as they like, unless `parts` say otherwise. */
export async function startRoutes(add: (app: App) => void, parts: Partial<App> = {}) {
  const server = await createHttpServer({ log: createLog('silent'), trustedProxies: [], isHttps: () => false })
  const unlimited = {
    consume: () => Promise.resolve(),
    consumeAll: () => Promise.resolve(),
    forgive: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
    removable: () => [],
  }
  const once = { once: <T>(_: unknown, work: () => Promise<T>) => work(), removable: () => [] }
  add({
    fastify: server,
    appUrl: 'http://localhost',
    cookies: createCookies(() => false),
    limiter: unlimited,
    turns: createTurns({ requestsEach: 4 }),
    idempotency: once,
    audit: { during: (_, work) => work() },
    approvals: {
      register: () => {},
      consider: () => Promise.resolve(undefined),
      ask: () => Promise.reject(new Error()),
    },
    authenticate: ({ bearer = '' }) => Promise.resolve(people[bearer]),
    authenticateProgram: () => Promise.resolve(fail('tokens.invalid')),
    noteOutsideOfKeys: () => Promise.resolve(),
    requirePasswordLength: () => {},
    whileSignedIn: (_, work) => work(),
    explainEnd: () => Promise.resolve(fail('auth.unauthenticated')),
    findClosure: () => Promise.resolve(null),
    requireOpen: () => Promise.resolve(),
    clock: systemClock,
    ...parts,
  })
  onTestFinished(() => server.close())
  return (options: InjectOptions) => server.inject(options)
}
