import { catalogue } from '@twofold/contract/error-catalogue'
import type { RateLimitName } from '@twofold/contract/limits'
import { expect, test } from 'vitest'
import { complain } from '../complaint.ts'
import type { Db } from '../database.ts'
import { fail, failField } from '../fail.ts'
import { ann, ask, type Asked, change, closure, preview, read } from './testing/ask-gate.ts'
import type { App, RequestContext } from './route.ts'
import { createTurns } from './turns.ts'

test('a call of somebody who is signed in is counted, authenticated, checked for closed accounts and done', async () => {
  const { code, asked, answer } = await ask()
  expect([code, answer.headers['cache-control']]).toEqual(['done', 'no-store'])
  expect(asked).toEqual(['authenticate', 'count write ann', 'open ann shows codes', 'work'])
})

test('without a good session nothing is done: it is counted, and told why', async () => {
  const { code, asked } = await ask({
    request: { headers: { authorization: 'Bearer another-token-that-opens-nothing' } },
    parts: {
      explainEnd: async ({ bearer }) => fail(bearer === 'another-token-that-opens-nothing' ? 'auth.session_expired' : 'auth.forbidden'),
    },
  })
  expect([code, ...asked]).toEqual(['auth.session_expired', 'authenticate', 'count unauthenticated 127.0.0.1'])
})

test('a limit of a session counts no invented token, and a session that is known to be good before its turn', async () => {
  const turns = createTurns({ requestsEach: 4 })
  const options = { limit: 'codes' } as const
  const asked = async (bearer?: string) => {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    return (await ask({ call: read, options, request: { headers }, parts: { turns } })).asked.map((line) =>
      line.split(' ').slice(0, 2).join(' '),
    )
  }
  expect(await asked('another-token-that-opens-nothing')).toEqual(['authenticate read', 'count unauthenticated'])
  expect(await asked()).toEqual(['authenticate read', 'count codes', 'open ann', 'work'])
  expect(await asked()).toEqual(['count codes', 'authenticate read', 'open ann', 'work'])
})

test.each<[string, Asked, string]>([
  ['a sign-in that waits for its second step', { who: { stage: 'second_factor' } }, 'auth.second_factor_required'],
  ['the same where the call is that step', { who: { stage: 'second_factor' }, options: { stages: ['second_factor'] } }, 'done'],
  ['a locked vault', { who: { isLocked: true } }, 'vault.locked'],
  ['the same where the call may be made then', { who: { isLocked: true }, options: { whileLocked: true } }, 'done'],
  ['maintenance', { who: { closure } }, 'maintenance.active'],
  ['the same where the call may be made then', { who: { closure }, options: { duringMaintenance: true } }, 'done'],
  ['the same for an administrator', { who: { closure, role: 'admin' } }, 'done'],
  ['a call of administrators', { options: { role: 'admin' } }, 'auth.forbidden'],
  ['the same for an administrator', { who: { role: 'admin' }, options: { role: 'admin' } }, 'done'],
  ['a call that takes the PIN', { options: { needsPin: true } }, 'pin.required'],
  ['the same after the PIN', { who: { pinUntil: 1 }, options: { needsPin: true } }, 'done'],
  [
    'a call by which somebody agrees to the act of another',
    { who: { pinUntil: 1 }, options: { approval: 'given' } },
    'factors.proof_required',
  ],
  ['the same before the PIN', { who: { factorUntil: 1 }, options: { approval: 'given' } }, 'pin.required'],
  ['the same after both', { who: { pinUntil: 1, factorUntil: 1 }, options: { approval: 'given' } }, 'done'],
  ['a public call during maintenance', { options: { role: 'public' }, parts: { findClosure: async () => closure } }, 'maintenance.active'],
  [
    'the same where it may be made then',
    { options: { role: 'public', duringMaintenance: true }, parts: { findClosure: async () => closure } },
    'done',
  ],
  ['another site', { request: { headers: { origin: 'https://evil.example' } } }, 'request.cross_site'],
])('%s', async (_what, asked, expected) => {
  const { code, asked: steps } = await ask(asked)
  expect([code, steps.includes('work')]).toEqual([expected, expected === 'done'])
})

test('a read that travels with the session reaches the work only if the session is valid, and passes the same gate', async () => {
  const row = { keys: ['one'] }
  const options = { findSession: async () => row } as never
  const find: Partial<App> = {
    authenticate: async (_credentials, { find: read }) => ((await read?.(Buffer.of(), new Date())) === undefined ? undefined : ann),
  }
  const { code, context } = await ask({ options, parts: find, call: read })
  expect([code, (context as { found?: unknown } | undefined)?.found]).toEqual(['done', row])
  const locked = await ask({ options, call: read, parts: { authenticate: async () => ({ ...ann, isLocked: true }) } })
  expect([locked.code, locked.context]).toEqual(['vault.locked', undefined])
  const nobody = { findSession: () => Promise.resolve() } as never
  expect((await ask({ options: nobody, parts: find, call: read })).context).toBeUndefined()
})

test('a request that a page makes by itself, and one that only reads, says so when authenticating', async () => {
  expect((await ask({ call: read, options: { isPoll: true } })).asked[0]).toBe('authenticate poll read')
  expect((await ask({ options: { isPoll: false } })).asked[0]).toBe('authenticate')
})

test('the first of several limits shows, and each is counted as soon as its key is known', async () => {
  const limit: RateLimitName[] = ['write', 'sign_up', 'public', 'sign_in', 'own_password', 'reset_recipient']
  const { asked } = await ask({ options: { limit }, request: { payload: { email: 'Ann@example.org' } } })
  expect(asked).toEqual([
    'count public 127.0.0.1 quietly',
    'count sign_up 127.0.0.1 quietly',
    'authenticate',
    'count write ann',
    'open ann shows codes',
    'count sign_in ann@example.org 127.0.0.1 quietly',
    'count own_password ann quietly',
    'count reset_recipient ann@example.org quietly',
    'work',
    'succeeded sign_in ann@example.org 127.0.0.1',
    'succeeded own_password ann',
    'succeeded reset_recipient ann@example.org',
  ])
})

test('a transaction takes back stored counts with its commit, and those in memory are taken back once it has committed', async () => {
  const options = { limit: ['write', 'sign_in', 'public_failures'] } as const
  const request = { payload: { email: 'ann@example.org' } }
  const askedWith = async (commit: () => Promise<void>) => {
    const act = async ({ forgiveWith }: RequestContext) => {
      const writes: (() => Promise<unknown>)[] = []
      forgiveWith({ db: {} as Db, writeAtEnd: (write) => void writes.push(write) })
      for (const write of writes) await write()
      await commit()
    }
    const { asked } = await ask({ options, request, act })
    return asked.slice(asked.indexOf('work') + 1)
  }
  const stored = 'succeeded sign_in ann@example.org 127.0.0.1 with the commit'
  expect(await askedWith(() => Promise.resolve())).toEqual([stored, 'succeeded public_failures 127.0.0.1'])
  expect(await askedWith(() => Promise.reject(new Error('rolled back')))).toEqual([stored])
})

test('a public write counts against failures of its address until it succeeds, a public read does not', async () => {
  const options = { role: 'public', limit: 'public' } as const
  expect((await ask({ options })).asked).toEqual([
    'count public_failures 127.0.0.1 quietly',
    'count public 127.0.0.1',
    'work',
    'give back public_failures 127.0.0.1',
  ])
  expect((await ask({ options, act: () => Promise.reject(fail('auth.invalid_credentials')) })).asked.at(-1)).toBe('work')
  expect((await ask({ options, call: read })).asked).toEqual(['count public 127.0.0.1', 'work'])
})

test('a handler may count, say whose session it is, and set or clear the half of a browser', async () => {
  const { asked, answer } = await ask({
    act: async (context) => {
      await context.countAgainst('reset_recipient', 'bo@example.org')
      context.setSessionHalf('half', 60)
    },
  })
  expect(asked.at(-1)).toBe('count reset_recipient bo@example.org quietly')
  expect(answer.headers['set-cookie']).toMatch(/^twofold_session=half; Max-Age=60;/)
  const cleared = await ask({ act: (context) => context.setSessionHalf(undefined) })
  expect(cleared.answer.headers['set-cookie']).toMatch(/^twofold_session=;/)
})

test('a change by an administrator leaves a trace, however its path ends; a read, and a route that declares it, are no change', async () => {
  const acts: unknown[] = []
  const audit: App['audit'] = {
    during: (act, work) => {
      acts.push(act)
      return work()
    },
  }
  const admin = { who: { role: 'admin' }, parts: { audit } } as const
  await ask({ ...admin, options: { role: 'admin' }, request: { payload: { email: 'x' } } })
  await ask({ ...admin, options: { role: 'admin', isAudited: false } })
  await ask({ ...admin, options: { role: 'admin' }, call: read })
  await ask({ ...admin, options: { role: 'admin' }, call: preview })
  await ask({ ...admin })
  expect(acts).toHaveLength(4)
  expect(acts[0]).toMatchObject({
    actor: { id: 'ann' },
    address: '127.0.0.1',
    call: 'POST /things/{id}',
    targetId: '7',
    fields: ['email'],
    changes: true,
  })
  expect(acts[2]).toMatchObject({ call: 'GET /things', targetId: undefined, fields: [] })
  expect(acts.map((act) => (act as { changes: boolean }).changes)).toEqual([true, false, false, true])
})

test('a repeated call with a key is done once: by its person, call, path and fields', async () => {
  const kept: unknown[] = []
  const idempotency: App['idempotency'] = {
    once: async (request, work, keep) => {
      const answer = await work()
      kept.push(request, keep(answer))
      return answer
    },
    removable: () => [],
  }
  const keyed = (key: string, more: Asked = {}) =>
    ask({ parts: { idempotency }, request: { headers: { 'idempotency-key': key } }, ...more })
  await keyed('a-key', { options: { keep: () => ({ kept: true }) } })
  expect(kept).toEqual([
    { userId: 'ann', call: 'POST /things/{id}', key: 'a-key', body: { params: { id: '7' }, body: {} } },
    { kept: true },
  ])
  await keyed('x'.repeat(200))
  expect(kept.slice(2)).toEqual([expect.objectContaining({ key: 'x'.repeat(200) }), {}])
  for (const key of ['x'.repeat(201), 'with blank']) {
    const { answer } = await keyed(key)
    expect(answer.json<object>()).toMatchObject({
      code: 'request.invalid',
      errors: { 'Idempotency-Key': ['Use 1 to 200 visible ASCII characters.'] },
    })
  }
  for (const more of [{ call: preview }, { options: { role: 'public', limit: 'public' } as const }])
    expect((await keyed('a-key', more)).code).toBe('done')
  await ask({ parts: { idempotency } })
  expect(kept).toHaveLength(4)
})

test('with a malformed field, the rules of policy and service about the others are reported as well; otherwise their services ask', async () => {
  const lengths: string[] = []
  const requirePasswordLength = (password: string, field: string) => {
    lengths.push(`${field} ${password.length}`)
    throw fail('request.invalid', { errors: { [field]: [complain('complaint.too_short', { minimum: 20 })] } })
  }
  const asking = (payload: object) => ask({ call: change, parts: { requirePasswordLength }, request: { payload } })
  const { answer } = await asking({ password: 'Sturdy-words-42', other: 1 })
  expect(answer.json<{ errors: object }>().errors).toMatchObject({
    other: [expect.any(String)],
    password: ['Too short. Minimum length: 20.'],
  })
  expect((await asking({ other: 1 })).answer.statusCode).toBe(422)
  expect((await asking({ password: 'Sturdy-words-42' })).code).toBe('done')
  expect(lengths).toEqual(['password 15'])
  const rules = () => {
    throw failField('auth.email_taken', 'email')
  }
  const ruled = await ask({ options: { rules }, request: { payload: { email: 'x', other: 1 } } })
  expect(ruled.answer.json<{ errors: object }>().errors).toMatchObject({
    email: [catalogue['auth.email_taken'].message],
    other: [expect.any(String)],
  })
})

test('a handler knows the client: address, program, languages; a browser by its mark, which is made when it is asked for', async () => {
  const program = await ask({
    request: { headers: { 'user-agent': 'x'.repeat(600), 'accept-language': 'de' } },
    act: ({ client }) => client.device(),
  })
  expect(program.context?.client).toMatchObject({
    address: '127.0.0.1',
    network: '127.0.0.1',
    userAgent: 'x'.repeat(500),
    languages: 'de',
    isBrowser: false,
  })
  expect(program.answer.headers['set-cookie']).toBeUndefined()
  const page = { 'sec-fetch-site': 'same-origin', 'x-xsrf-token': 'x' }
  const deviceWith = async (cookie: string) => {
    const marks: unknown[] = []
    await ask({
      request: { headers: { ...page, cookie: `XSRF-TOKEN=x; ${cookie}` } },
      act: ({ client }) => marks.push(client.device(), client.device(), client.isBrowser),
    })
    return marks
  }
  const known = 'k'.repeat(43)
  expect(await deviceWith(`twofold_device=${known}`)).toEqual([known, known, true])
  for (const cookie of ['', `twofold_device=${known}x`, 'twofold_device=x']) {
    const [mark, again] = await deviceWith(cookie)
    expect(mark).toMatch(/^[\w-]{43}$/)
    expect([mark === known, again]).toEqual([false, mark])
  }
})
