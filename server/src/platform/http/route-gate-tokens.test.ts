import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { DeclaredCall } from '../approval.ts'
import { newProgramToken } from '../crypto/program-token.ts'
import { fail } from '../fail.ts'
import { HeldAnswer, PendingAnswer } from '../held-answer.ts'
import type { Identity } from '../identity.ts'
import type { TokenFacts } from '../principal.ts'
import { type App, type RequestContext, route } from './route.ts'
import { ann, ask, type Asked, base, closure, endpoint, read, write } from './testing/ask-gate.ts'
import { startRoutes } from './testing/start-routes.ts'

const pat = newProgramToken('pat')
const byToken = { headers: { authorization: `Bearer ${pat}` } }
const letIn = { programs: { kinds: ['pat', 'svc'] as const, scope: 'keys:read' as const } }

/** Lookup of a valid token: a person's, or with `account` a service account's. */
function tokenOf(
  facts: Partial<TokenFacts> = {},
  { closed = null, account = false, who = {} }: { closed?: typeof closure | null; account?: boolean; who?: Partial<Identity> } = {},
) {
  const token = { id: 't', kind: 'pat', name: 'Script', lastFour: 'abcd', scopes: ['keys:read'], keyIds: null, isAgent: false, ...facts }
  const owner = account
    ? { kind: 'svc', serviceAccount: { id: 'bot', name: 'Bot', groupId: 'g' } }
    : { kind: 'pat', user: { ...ann, ...who } }
  return { authenticateProgram: async () => ({ principal: { ...owner, token }, closure: closed }) as never }
}

test('a call by token counts against its owner, and needs neither session nor origin', async () => {
  const seen: unknown[] = []
  const authenticateProgram: App['authenticateProgram'] = async (bearer, { kind, address, isRead }) => {
    seen.push([bearer, kind, address, isRead])
    return tokenOf().authenticateProgram()
  }
  const { code, asked } = await ask({ options: letIn, request: byToken, parts: { authenticateProgram } })
  expect([code, ...asked]).toEqual(['done', 'count write ann', 'open ann shows codes', 'work'])
  const request = { headers: { ...byToken.headers, origin: 'https://elsewhere.example', cookie: 'XSRF-TOKEN=x' } }
  const elsewhere = await ask({ call: read, options: letIn, request, parts: { authenticateProgram } })
  expect([elsewhere.code, elsewhere.answer.headers['set-cookie']]).toEqual(['done', undefined])
  expect(seen).toEqual([
    [pat, 'pat', '127.0.0.1', false],
    [pat, 'pat', '127.0.0.1', true],
  ])
  const service = await ask({ options: { ...letIn, role: 'principal' }, request: byToken, parts: tokenOf({}, { account: true }) })
  expect([service.code, ...service.asked]).toEqual(['done', 'count write bot', 'work'])
})

test.each<[string, Asked, string]>([
  ['a call that declares nothing', { parts: tokenOf() }, 'tokens.not_allowed'],
  ['a call that lets in other kinds', { options: { programs: { kinds: ['svc'], scope: null } }, parts: tokenOf() }, 'tokens.not_allowed'],
  ['a call of another scope', { options: letIn, parts: tokenOf({ scopes: ['codes:read'] }) }, 'tokens.scope'],
  ['a call of any scope', { options: { programs: { kinds: ['pat'], scope: null } }, parts: tokenOf({ scopes: [] }) }, 'done'],
  ['a token that may do what its person may', { options: letIn, parts: tokenOf({ scopes: null }) }, 'done'],
  ['maintenance', { options: letIn, parts: tokenOf({}, { closed: closure }) }, 'maintenance.active'],
  ['the same for an administrator', { options: letIn, parts: tokenOf({}, { closed: closure, who: { role: 'admin' } }) }, 'done'],
  [
    'the same for a service account',
    { options: { ...letIn, role: 'principal' }, parts: tokenOf({}, { closed: closure, account: true }) },
    'maintenance.active',
  ],
  ['a call of administrators', { options: { ...letIn, role: 'admin' }, parts: tokenOf() }, 'auth.forbidden'],
  [
    'a call that takes the PIN of tokens',
    { options: { programs: { ...letIn.programs, needsPin: true } }, parts: tokenOf() },
    'pin.required',
  ],
  [
    'the same after the PIN',
    { options: { programs: { ...letIn.programs, needsPin: true } }, parts: tokenOf({}, { who: { pinUntil: 1 } }) },
    'done',
  ],
])('%s, by a token', async (_what, asked, expected) => {
  const { code, asked: steps } = await ask({ ...asked, request: byToken })
  expect([code, steps.includes('work')]).toEqual([expected, expected === 'done'])
})

test('a PIN that only tokens have to show is not asked for at a screen', async () => {
  expect((await ask({ options: { programs: { ...letIn.programs, needsPin: true } } })).code).toBe('done')
})

test('a token whose checksum is wrong is counted by its address, and nobody looks it up', async () => {
  const parts = { authenticateProgram: () => Promise.reject(new Error('It was looked up.')) }
  const wrong = `${pat.slice(0, -1)}${pat.endsWith('0') ? '1' : '0'}`
  const { code, asked } = await ask({ options: letIn, parts, request: { headers: { authorization: `Bearer ${wrong}` } } })
  expect([code, ...asked]).toEqual(['tokens.invalid', 'count unauthenticated 127.0.0.1'])
})

test('a token that opens nothing counts as a guess; one that is known, but refused here, does not', async () => {
  const refusedBy = (code: 'tokens.invalid' | 'tokens.network') =>
    ask({ options: letIn, request: byToken, parts: { authenticateProgram: async () => fail(code) } })
  const [unknown, known] = [await refusedBy('tokens.invalid'), await refusedBy('tokens.network')]
  expect([unknown.code, ...unknown.asked]).toEqual(['tokens.invalid', 'count unauthenticated 127.0.0.1'])
  expect([known.code, ...known.asked]).toEqual(['tokens.network'])
})

test('another key than those of a token is not there for it, and that somebody tried is noted with the address', async () => {
  const noted: string[] = []
  const noteOutsideOfKeys = async (id: string, address: string) => void noted.push(`${id} ${address}`)
  const keyed = endpoint('GET /keys/{id}', { ...base, params: z.strictObject({ id: z.string() }) })
  const codeOf = async (keyIds: string[]) =>
    (await ask({ call: keyed as never, options: letIn, request: byToken, parts: { ...tokenOf({ keyIds }), noteOutsideOfKeys } })).code
  expect([await codeOf(['7']), await codeOf(['8'])]).toEqual(['done', 'keys.not_found'])
  expect(noted).toEqual(['t 127.0.0.1'])
})

test('a held answer is made when what it waits for has come, in a turn of its own', async () => {
  const order: string[] = []
  const held = new HeldAnswer(
    async () => void order.push('waited'),
    async () => (order.push('made'), new PendingAnswer({})),
  )
  const send = await startRoutes((app) => route(app, write, { role: 'public', limit: 'write' } as never, async () => held as never))
  const answer = await send({ method: 'POST', url: '/api/things/7', payload: {} })
  expect([answer.statusCode, ...order]).toEqual([202, 'waited', 'made'])
})

test('a caller who goes before a held answer is there ends the wait, and nothing is made', async () => {
  let isMade = false
  const gone = Promise.withResolvers<void>()
  let app: App | undefined
  await startRoutes((given) => {
    app = given
    const until = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        client.abort()
      }).then(() => void setImmediate(gone.resolve))
    const held = new HeldAnswer(until, async () => ((isMade = true), {}))
    route(given, write, { role: 'public', limit: 'write' } as never, async () => held as never)
  })
  const client = new AbortController()
  const address = await app?.fastify.listen({ port: 0, host: '127.0.0.1' })
  const asking = fetch(`${address}/api/things/7`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    signal: client.signal,
  })
  await expect(asking).rejects.toThrow()
  await gone.promise
  expect(isMade).toBe(false)
})

test('an act that waited is carried out for the person who asked, with the parts that were asked for, and counts against nobody', async () => {
  const registered: DeclaredCall[] = []
  let given: RequestContext | undefined
  const approvals: App['approvals'] = {
    register: (_call, declared) => void registered.push(declared),
    consider: () => Promise.resolve(undefined),
    ask: () => Promise.reject(new Error()),
  }
  await startRoutes(
    (app) =>
      route(app, write, { role: 'user', limit: 'write' } as never, async (context: RequestContext) => {
        given = context
        await context.countAgainst('write', 'ann')
        return {}
      }),
    { approvals },
  )
  expect(await registered[0]?.perform(ann, '192.0.2.7', { params: { id: '7' }, body: { email: 'x' } })).toEqual({})
  expect(given).toMatchObject({
    params: { id: '7' },
    body: { email: 'x' },
    user: ann,
    principal: { kind: 'session', user: ann },
    client: { address: '192.0.2.7' },
  })
})
