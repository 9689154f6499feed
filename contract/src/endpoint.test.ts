import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'

const endpoint = taggedEndpoint('Test')
const base = { summary: 'For a test' }
const id = '019a0000-0000-7000-8000-000000000000'

test('a parameter of a path is an id and nothing else', () => {
  const { method, path, params } = endpoint('DELETE /keys/{id}/shares/{share_id}', base)
  expect([method, path]).toEqual(['DELETE', '/keys/{id}/shares/{share_id}'])
  const accepts = (value: unknown) => z.safeParse(params, value).success
  expect(accepts({ id, share_id: id })).toBe(true)
  for (const wrong of [{ id }, { id, share_id: 'x' }, { id, share_id: id, more: id }]) expect(accepts(wrong)).toBe(false)
})

test('a call has its own parameters where it names them, and none where its path has none', () => {
  const own = z.strictObject({ slug: z.string() })
  expect(endpoint('GET /themes/{slug}', { ...base, params: own }).params).toBe(own)
  expect(endpoint('GET /themes', base).params).toBeUndefined()
})

test('a call that describes no answer answers a sentence', () => {
  const answer = { message: 'Saved.', said: { message: [{ code: 'key.saved' }] } }
  expect(z.parse(endpoint('POST /keys', base).response, { ...answer, secret: 'x' })).toEqual(answer)
})
