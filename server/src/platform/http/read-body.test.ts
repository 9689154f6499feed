import { gzipSync } from 'node:zlib'
import { taggedEndpoint } from '@twofold/contract/endpoint'
import { importKeys } from '@twofold/contract/transfer'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createJsonMeter } from '../json-meter.ts'
import { parseInBatches } from './read-body.ts'
import { route } from './route.ts'
import { startRoutes } from './testing/start-routes.ts'

const parseJson = JSON.parse.bind(JSON) as (text: string) => unknown

const endpoint = taggedEndpoint('Test')
const base = { summary: 'For a test', response: z.object({}) }
const limits = { role: 'public', limit: 'public' } as const

const small = endpoint('POST /small', { ...base, body: z.strictObject({ text: z.optional(z.string()) }) })
const large = endpoint('POST /large', {
  ...base,
  body: z.strictObject({ dry: z.boolean(), entries: z.array(z.strictObject({ name: z.string() })).check(z.maxLength(5000)) }),
  bodyLimit: 4 * 1024 * 1024,
  bodyCounts: { items: 10_000, values: 50_000 },
})

const form = endpoint('POST /form', { ...base, takesForm: true, body: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

/** Answers what the handlers got. */
async function start() {
  const got: unknown[] = []
  const ask = await startRoutes((app) => {
    for (const each of [small, large, form]) route(app, each, limits, ({ body }) => Promise.resolve(void got.push(body)).then(() => ({})))
  })
  const post = async (url: string, payload: string, rest: InjectOptions = {}) => {
    const { statusCode, body } = await ask({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' }, ...rest })
    const { code, errors } = JSON.parse(body) as { code?: string; errors?: Record<string, string[]> }
    return { status: statusCode, code, errors }
  }
  return { post, got }
}

test('a body with too many fields, items or values, or one that is too deep, is refused before anything parses or validates it', async () => {
  const { post, got } = await start()
  const parse = vi.spyOn(JSON, 'parse')
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const bodies = [
    `{${Array.from({ length: 201 }, (_, number) => `"k${number}":1`).join()}}`,
    `{"text":[${'0,'.repeat(1500)}0]}`,
    `{"text":[${Array.from({ length: 40 }, () => `[${'0,'.repeat(80)}0]`).join()}]}`,
    `{"text":${deep(32)}}`,
  ]
  parse.mockClear()
  const answers = await Promise.all(bodies.map((body) => post('/api/small', body)))
  expect(answers.map(({ status, code }) => [status, code])).toEqual(bodies.map(() => [413, 'request.too_many_parts']))
  // The answers are parsed here; of the bodies none was.
  expect(parse.mock.calls.filter(([text]) => bodies.includes(text))).toEqual([])
  parse.mockRestore()
  expect(got).toEqual([])
  // At the limit it is an ordinary wrong field.
  expect(await post('/api/small', `{"text":${deep(31)}}`)).toMatchObject({ status: 422, errors: { text: [expect.any(String)] } })
})

test('a compressed body counts by what it becomes', async () => {
  const { post } = await start()
  const zipped = (text: string) => ({
    payload: gzipSync(text),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  })
  expect(await post('/api/small', '', zipped('{"text":"x"}'))).toMatchObject({ status: 200 })
  expect(await post('/api/small', '', zipped(`{"text":"${'x'.repeat(70_000)}"}`))).toMatchObject({ status: 413, code: 'request.too_large' })
  expect(await post('/api/small', '', zipped(`[${'{},'.repeat(5000)}{}]`))).toMatchObject({ status: 413, code: 'request.too_many_parts' })
  expect(await post('/api/small', '', { ...zipped(''), payload: Buffer.from('no gzip') })).toMatchObject({ status: 400 })
})

test('keys that would change a prototype are refused, in large bodies too', async () => {
  const { post, got } = await start()
  const poison = '{"__proto__":{"admin":true}}'
  expect(await post('/api/small', poison)).toMatchObject({ status: 400, code: 'request.malformed' })
  expect(await post('/api/large', `{"dry":true,"entries":[${poison}]}`)).toMatchObject({ status: 400, code: 'request.malformed' })
  expect(await post('/api/large', `{"dry":true,"entries":[],"__proto__":[]}`)).toMatchObject({ status: 400, code: 'request.malformed' })
  expect(got).toEqual([])
})

test('a large body is what it would be if it were parsed at once', async () => {
  const parts = async (text: string, batchBytes: number) => {
    const bytes = Buffer.from(text)
    const meter = createJsonMeter({ values: 1e6, fields: 1e6, items: 1e6, depth: 32 }, { batchBytes, largestPiece: 1e6 })
    meter.push(bytes)
    return parseInBatches(bytes, meter.topArrays(), (batch) => JSON.parse(batch))
  }
  const good = [
    '{"dry":true,"entries":[{"a":"1,[2]"},{"b":[[3],"]"]},"é,\\"",null,4],"other":[ ],"more":{"list":[1,2]},"entries2":[[5,6],[7]]}',
    '{"entries":[1,2],"entries":[3]}',
    ' {"entries" : [ ] } ',
    '{"entries":[\n1\n,\n2\n]}',
    '{}',
    'null',
    '7',
    '[1,[2],{"a":[3]}]',
  ]
  const bad = [
    '{"entries":[1,,2]}',
    '{"entries":[1,]}',
    '{"entries":[,1]}',
    '{"entries":[1}',
    '{"entries":[1]',
    '{"entries":[1]]}',
    '{"a":[1]"b":[2]}',
  ]
  for (const size of [1, 4, 1000]) {
    for (const text of good) expect([text, await parts(text, size)]).toEqual([text, JSON.parse(text)])
    for (const text of bad) await expect(parts(text, size), text).rejects.toThrow(Error)
  }
})

test('while a large body is parsed and checked, the event loop turns', async () => {
  const { post, got } = await start()
  const entries = Array.from({ length: 5000 }, (_, number) => ({ name: `Key ${number} ${'x'.repeat(500)}` }))
  const text = JSON.stringify({ dry: true, entries })
  // However quick the machine is, every look at the clock finds that the work has gone on for long enough.
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10))
  onTestFinished(() => clock.mockRestore())
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const parse = vi.spyOn(JSON, 'parse')
  const parsedAt = new Set<number>()
  parse.mockImplementation((batch: string) => {
    parsedAt.add(turns)
    return parseJson(batch)
  })
  const answer = await post('/api/large', text)
  const longest = Math.max(...parse.mock.calls.map(([batch]) => batch.length))
  parse.mockRestore()
  isOver = true
  expect(answer).toMatchObject({ status: 200 })
  expect(got).toEqual([{ dry: true, entries }])
  expect([longest > 0, longest < text.length / 10]).toEqual([true, true])
  expect(parsedAt.size).toBeGreaterThan(10)
  // And once more for every sixteen items that were checked.
  expect(turns).toBeGreaterThan(5000 / 16)
})

test('an item of a large body, and what stands beside its lists, is no larger than an ordinary body', async () => {
  const { post } = await start()
  const long = 'x'.repeat(70_000)
  expect(await post('/api/large', `{"dry":true,"entries":[{"name":"${long}"}]}`)).toMatchObject({ status: 413 })
  expect(await post('/api/large', `{"dry":true,"entries":[],"other":"${long}"}`)).toMatchObject({ status: 413 })
  expect(await post('/api/large', `{"dry":true,"entries":[{"name":"${long.slice(0, 60_000)}"}]}`)).toMatchObject({ status: 200 })
})

test('validation ends at 50 errors, in long lists as in short ones, and unknown fields are not all listed', async () => {
  const { post } = await start()
  const countOf = (errors: Record<string, string[]> = {}) => Object.values(errors).flat().length
  const wrong = await post('/api/large', JSON.stringify({ dry: true, entries: Array.from({ length: 5000 }, () => ({})) }))
  expect([wrong.status, countOf(wrong.errors)]).toEqual([422, 50])
  expect(Object.keys(wrong.errors ?? {}).at(-1)).toBe('entries.49.name')
  const unknown = Object.fromEntries(Array.from({ length: 190 }, (_, number) => [`unknown${number}`, 1]))
  const refused = await post('/api/small', JSON.stringify(unknown))
  expect([refused.status, countOf(refused.errors)]).toEqual([422, 50])
  const long = await post('/api/small', JSON.stringify({ ['x'.repeat(50_000)]: 1 }))
  expect(Object.keys(long.errors ?? {})).toEqual([`${'x'.repeat(100)}…`])
})

test('in a long list every wrong item is named beside the other wrong fields, and a list that is too long is one error', async () => {
  const { post } = await start()
  const entries = Array.from({ length: 300 }, (_, number) => (number % 100 === 7 ? { name: 7 } : { name: 'x' }))
  const { errors = {} } = await post('/api/large', JSON.stringify({ dry: 1, other: 1, entries }))
  expect(Object.keys(errors).toSorted()).toEqual(['dry', 'entries.107.name', 'entries.207.name', 'entries.7.name', 'other'])
  const tooLong = await post('/api/large', JSON.stringify({ dry: true, entries: Array.from({ length: 5001 }, () => ({})) }))
  expect([tooLong.status, Object.keys(tooLong.errors ?? {})]).toEqual([422, ['entries']])
})

test('an address with very many parameters is refused', async () => {
  const { post } = await start()
  const query = (count: number) => Array.from({ length: count }, (_, number) => `p${number}=1`).join('&')
  expect(await post(`/api/small?${query(101)}`, '{}')).toMatchObject({ status: 413, code: 'request.too_many_parts' })
  expect(Object.keys((await post('/api/small?__proto__=1&constructor=2', '{}')).errors ?? {}).toSorted()).toEqual([
    '__proto__',
    'constructor',
  ])
})

test('an import may be as large as 5,000 keys with everything they can have', () => {
  const key = { name: 'n', uri: 'u', note: 'n', tags: Array.from({ length: 20 }, () => 't') }
  const meter = createJsonMeter(importKeys.bodyCounts)
  meter.push(Buffer.from(JSON.stringify({ dry_run: true, entries: Array.from({ length: 5000 }, () => key) })))
  expect(meter.values()).toBeLessThan(importKeys.bodyCounts.values)
})

const asForm = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

test('a form is read only by a call that takes one, which takes JSON as well', async () => {
  const { post, got } = await start()
  expect(await post('/api/small', 'text=x', asForm)).toMatchObject({ status: 415, code: 'request.not_json' })
  expect(got).toEqual([])
  expect(await post('/api/form', 'a=1&b=x+y%26', asForm)).toMatchObject({ status: 200 })
  expect(await post('/api/form', '{"a":"1"}')).toMatchObject({ status: 200 })
  expect(await post('/api/form', '', asForm)).toMatchObject({ status: 200 })
  expect(got).toEqual([{ a: '1', b: 'x y&' }, { a: '1' }, {}])
})

test('a body of a type that no call takes is read by nobody', async () => {
  const { post, got } = await start()
  const asText = { headers: { 'content-type': 'text/plain' } }
  expect(await post('/api/small', '{"text":"x"}', asText)).toMatchObject({ status: 415 })
  expect(got).toEqual([])
})

test('a field that comes twice in a form is none of its values but a wrong one', async () => {
  const { post, got } = await start()
  await post('/api/form', 'a=1&b=2&a=3', asForm)
  expect(got).toEqual([{ a: ['3'], b: '2' }])
})

test('a form has at most 20 fields, twice the same counted twice, and changes no prototype', async () => {
  const { post, got } = await start()
  const fields = (count: number) => Array.from({ length: count }, (_, number) => `f${number}=x`).join('&')
  expect(await post('/api/form', fields(20), asForm)).toMatchObject({ status: 200 })
  expect(await post('/api/form', fields(21), asForm)).toMatchObject({ status: 413, code: 'request.too_many_parts' })
  expect(await post('/api/form', 'a=1&'.repeat(21), asForm)).toMatchObject({ status: 413 })
  expect(await post('/api/form', `a=${'x'.repeat(70_000)}`, asForm)).toMatchObject({ status: 413, code: 'request.too_large' })
  expect(got).toHaveLength(1)
  await post('/api/form', '__proto__=x&a=1', asForm)
  expect(({} as { x?: string }).x).toBeUndefined()
})

test('a body of JSON that is larger than its call takes is refused by what it announces, and by what arrives', async () => {
  const { post, got } = await start()
  const of = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`
  expect(await post('/api/small', of(64 * 1024))).toMatchObject({ status: 200 })
  expect(await post('/api/small', of(64 * 1024 + 1))).toMatchObject({ status: 413, code: 'request.too_large' })
  const announced = { headers: { 'content-type': 'application/json', 'content-length': String(64 * 1024 + 1) } }
  expect(await post('/api/small', '{}', announced)).toMatchObject({ status: 413, code: 'request.too_large' })
  expect(got).toHaveLength(1)
})
