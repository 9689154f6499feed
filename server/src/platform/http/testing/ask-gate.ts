import { newPasswordField } from '@twofold/contract/accounts'
import { taggedEndpoint } from '@twofold/contract/endpoint'
import * as z from 'zod/mini'
import type { DeclaredCall } from '../../approval.ts'
import { type Identity, unhindered } from '../../identity.ts'
import { type App, type RequestContext, route, type RouteOptions, type RouteRole } from '../route.ts'
import { startRoutes } from './start-routes.ts'

const token = 'token-of-somebody-who-is-signed-in'
const authorization = `Bearer ${token}`
export const ann: Identity = { id: 'ann', name: 'Ann', email: 'ann@example.org', role: 'user', sessionId: 's', ...unhindered }
export const closure = { message: 'Moving', ends_at: '2100-01-01T00:00:00.000Z' }
export const endpoint = taggedEndpoint('Test')
export const base = { summary: 'For a test', response: z.object({}) }
export const write = endpoint('POST /things/{id}', {
  ...base,
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ email: z.optional(z.string()) }),
  idempotent: true,
})
export const read = endpoint('GET /things', base)
export const change = endpoint('PUT /password', { ...base, body: z.strictObject({ password: newPasswordField }) })
export const preview = endpoint('POST /things/preview', base)

export interface Asked {
  who?: Partial<Identity>
  options?: Partial<RouteOptions<RouteRole, object> & Pick<DeclaredCall, 'approval' | 'whileClosed'>>
  parts?: Partial<App>
  call?: typeof write | typeof read | typeof change | typeof preview
  request?: { headers?: Record<string, string>; payload?: object; url?: string }
  act?: (context: RequestContext) => unknown
}

/** One call by somebody who is signed in. Answers what the gate asked of its parts, in order. */
export async function ask({ who = {}, options = {}, parts = {}, call = write, request = {}, act }: Asked = {}) {
  const asked: string[] = []
  const note = (...words: unknown[]) => void asked.push(words.join(' '))
  let context: RequestContext | undefined
  const send = await startRoutes(
    (app) =>
      route(
        app,
        call as typeof write,
        { role: 'user', limit: 'write', whileClosed: 'shows codes', approval: 'none', ...options } as never,
        async (given) => {
          context = given
          note('work')
          await act?.(given)
          return {}
        },
      ),
    {
      authenticate: async ({ bearer }, { isPoll, isRead }) => {
        note('authenticate', isPoll ? 'poll' : '', isRead ? 'read' : '')
        return bearer === token ? { ...ann, ...who } : undefined
      },
      limiter: {
        consume: async (name, key, _reply, quiet) => note('count', name, key, quiet?.isQuiet === true ? 'quietly' : ''),
        consumeAll: async (counts) => counts.forEach(({ name, key, isQuiet }) => note('count', name, key, isQuiet ? 'quietly' : '')),
        forgive: async (counts, db) =>
          counts.forEach(({ name, key }) => note('succeeded', name, key, db === undefined ? '' : 'with the commit')),
        giveBack: async (name, key) => note('give back', name, key),
        removable: () => [],
      },
      requireOpen: async ({ id }, whileClosed) => note('open', id, whileClosed),
      ...parts,
    },
  )
  const url = request.url ?? `/api${call.path.replace('{id}', '7')}`
  const payload = call.method === 'GET' ? {} : { payload: request.payload ?? {} }
  const answer = await send({ method: call.method, url, headers: { authorization, ...request.headers }, ...payload })
  const code = answer.statusCode === 200 ? 'done' : answer.json<{ code: string }>().code
  return { code, asked: asked.map((line) => line.replaceAll(/ +/g, ' ').trim()), answer, context }
}
