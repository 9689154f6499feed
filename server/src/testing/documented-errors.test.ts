import { catalogue } from '@twofold/contract/error-catalogue'
import { errorBody, type ErrorCode } from '@twofold/contract/errors'
import { taggedEndpoint } from '@twofold/contract/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fail } from '../platform/fail.ts'
import { byAdmin } from '../platform/http/callers.ts'
import type { JsonSchema } from '../platform/http/document-examples.ts'
import { route } from '../platform/http/route.ts'
import { startRoutes } from '../platform/http/testing/start-routes.ts'
import { readContract } from './read-contract.ts'
import { startTestApp } from './start-test-app.ts'

const endpoint = taggedEndpoint('Test')

interface Content {
  content?: { 'application/json': { schema?: JsonSchema; example?: unknown; examples?: Record<string, { $ref: string }> } }
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string } & Content>; requestBody?: Content }>>
  components: {
    responses: Record<string, Content & { description: string }>
    examples: Record<string, { summary: string; value: unknown }>
  }
}

async function readDocument() {
  const app = await startTestApp()
  const { body } = await app.send<OpenApi>('GET', '/api/openapi.json')
  /** The codes of a call, by status. */
  const errorsOf = (method: string, path: string) =>
    Object.fromEntries(
      Object.entries(body.paths[path]?.[method]?.responses ?? {}).flatMap(([status, { $ref }]) => {
        const response = body.components.responses[$ref?.split('/').at(-1) ?? '']
        return response === undefined ? [] : [[status, Object.keys(response.content?.['application/json'].examples ?? {})] as const]
      }),
    )
  return { document: body, errorsOf }
}

test('the documentation names the errors of a call by status and code: its own, and those of its role, limits and shapes', async () => {
  const { errorsOf } = await readDocument()
  const share = errorsOf('post', '/api/keys/{id}/share')
  expect(Object.keys(share)).toEqual(['400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503'])
  expect(share['404']).toEqual(['groups.not_found', 'keys.not_found', 'service_accounts.not_found'])
  expect(share['403']).toEqual(expect.arrayContaining(['keys.owner_only', 'keys.secrets_closed', 'vault.locked', 'request.xsrf']))
  expect(share['429']).toEqual(['rate.limited', 'rate.too_many_at_once', 'sharing.too_many_invitations'])

  const list = errorsOf('get', '/api/keys')
  expect(Object.keys(list)).toEqual(['401', '403', '413', '422', '429', '500', '503'])
  expect(list['403']).not.toContain('request.xsrf')

  const signIn = errorsOf('post', '/api/auth/login')
  expect(signIn['401']).toEqual(['tokens.invalid'])
  expect(signIn['422']).toEqual(['auth.invalid_credentials', 'request.invalid'])

  expect(errorsOf('get', '/api/admin/users')['403']).toContain('auth.forbidden')
  expect(errorsOf('get', '/api/keys/{id}/secret')['403']).toContain('pin.required')
  expect(errorsOf('post', '/api/keys')['409']).toContain('idempotency.in_progress')
  // Clients of OAuth know no 422.
  expect(errorsOf('post', '/api/oauth/token')['422']).toBeUndefined()
})

test('every error of the documentation stands there with its message and a body as it is answered', async () => {
  const { document } = await readDocument()
  const codes = Object.keys(document.components.examples)
  expect(codes.length).toBeGreaterThan(200)
  for (const code of codes) {
    const { summary, value } = document.components.examples[code] ?? {}
    expect(summary).toBe(catalogue[code as ErrorCode].message)
    expect(errorBody.parse(value)).toMatchObject({ code, message: expect.not.stringContaining('{') as string })
  }
  for (const { description, content } of Object.values(document.components.responses))
    for (const code of Object.keys(content?.['application/json'].examples ?? {})) expect(description).toContain(`\`${code}\``)
})

test('every call of the documentation has examples that the contract takes', async () => {
  const { document } = await readDocument()
  const wrong: string[] = []
  for (const { method, path, body, response, files, status } of await readContract()) {
    const call = document.paths[`/api${path}`]?.[method.toLowerCase()]
    const check = (what: string, schema: z.ZodMiniType, content: Content | undefined) => {
      const example = content?.content?.['application/json']?.example
      const result = schema.safeParse(example)
      if (!result.success) wrong.push(`${method} ${path} ${what}: ${JSON.stringify(result.error.issues[0])} ${JSON.stringify(example)}`)
    }
    if (body !== undefined) check('body', body, call?.requestBody)
    if (files.length === 0) check('answer', response, call?.responses[status])
    else expect(Object.keys(call?.responses[status]?.content ?? {})).toEqual(files)
  }
  expect(wrong).toEqual([])
})

test('a pattern of the documentation takes letters of either case where the contract does', async () => {
  const { document } = await readDocument()
  const body = document.paths['/api/admin/email/themes']?.['post']?.requestBody?.content?.['application/json'].schema
  for (const [field, value] of [
    ['font_family', 'Arial, sans-serif'],
    ['primary_color', '#A1B2C3'],
  ] as const)
    expect(value).toMatch(new RegExp(body?.properties?.[field]?.pattern ?? 'none', 'u'))
})

test('an error that a call does not declare is noted, and one that it declares or that follows from its role is not', async () => {
  const answer = (code: 'keys.not_found' | 'auth.forbidden', errors: readonly ErrorCode[]) =>
    startRoutes((app) => {
      const call = endpoint('GET /things', { summary: 'For a test', errors, response: z.object({}) })
      route(app, call, byAdmin.evenClosed.read, () => Promise.reject(fail(code)))
      noted = () => app.fastify.undeclared.list()
    })
  let noted: () => readonly string[] = () => []
  const asAdmin = { url: '/api/things', headers: { authorization: 'Bearer token-of-an-administrator' } }
  for (const [code, errors, expected] of [
    ['keys.not_found', [], ['GET /things keys.not_found']],
    ['keys.not_found', ['keys.not_found'], []],
    ['auth.forbidden', [], []],
  ] as const) {
    const ask = await answer(code, errors)
    expect((await ask(asAdmin)).json<{ code: string }>().code).toBe(code)
    expect(noted()).toEqual(expected)
  }
})

test('an error has every value that its message names, which the types ask for', () => {
  expect(fail('keys.limit_reached', { parameters: { limit: 5 } }).message).toBe('You have reached the limit of 5 keys.')
  // @ts-expect-error -- the limit is missing
  expect(fail('keys.limit_reached').message).toContain('{limit}')
  // @ts-expect-error -- it has another name
  expect(fail('keys.limit_reached', { parameters: { most: 5 } }).message).toContain('{limit}')
})
