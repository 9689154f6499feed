import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compileJsonWriter } from './compile-json-writer.ts'

const key = z.object({ id: z.string(), tags: z.array(z.string()), icon: z.optional(z.string()), note: z.nullable(z.string()) })

test('a field that is not declared is not written, at no depth', () => {
  const write = compileJsonWriter(z.object({ keys: z.array(key) }))
  const written = write({ keys: [{ id: 'a', tags: [], note: null, secret: 'JBSWY3DP' }], secret: 'JBSWY3DP' })
  expect(written).toBe('{"keys":[{"id":"a","tags":[],"note":null}]}')
})

test('fields stand in the order of the schema, and those without a value are left out', () => {
  const write = compileJsonWriter(key)
  expect(write({ note: 'n', tags: ['x', 'y'], id: 'a', icon: 'i' })).toBe('{"id":"a","tags":["x","y"],"icon":"i","note":"n"}')
  expect(write({ icon: undefined, note: null, tags: [], id: 'a' })).toBe('{"id":"a","tags":[],"note":null}')
  expect(compileJsonWriter(z.object({ icon: z.optional(z.string()), on: z.boolean() }))({ on: false })).toBe('{"on":false}')
})

test.each<[string, z.ZodMiniType, unknown, string | undefined]>([
  ['fields in another order', key, { tags: [], id: 'a', note: null }, '{"id":"a","tags":[],"note":null}'],
  ['one field more at the end', key, { id: 'a', tags: [], note: null, on: 1 }, '{"id":"a","tags":[],"note":null}'],
  ['one field more in between', key, { id: 'a', secret: 's', tags: [], note: null }, '{"id":"a","tags":[],"note":null}'],
  ['a field of a prototype', z.object({ id: z.string() }), Object.create({ id: 'a' }), '{"id":"a"}'],
  ['an object that would write itself', z.object({}), { toJSON: () => 'JBSWY3DP' }, '{}'],
  ['an instance that would write itself', z.object({}), new Date(0), '{}'],
  ['a list with a hole', z.array(z.string()), ['a', ,], undefined], // oxlint-disable-line no-sparse-arrays
  ['optional items that are not there', z.array(z.optional(z.string())), [undefined, 'a'], '[null,"a"]'],
  [
    'what fits a later one of several, but also one before it',
    z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]),
    { a: 'x', b: 'JBSWY3DP' },
    '{"a":"x"}',
  ],
  ['what a codec changes', z.codec(z.string(), z.string(), { decode: (text) => text, encode: () => 'encoded' }), 'a', '"encoded"'],
  ['what Zod leaves out of an object with checks', z.object({ a: z.string() }).check(z.refine(() => true)), { a: 'x', b: 1 }, '{"a":"x"}'],
])('%s: written by the schema, and not as the value is', (_, schema, value, expected) => {
  expect(compileJsonWriter(schema)(value)).toBe(expected)
})

test.each([
  ['a missing text', z.object({ id: z.string() }), {}],
  ['a number in place of a text', z.string(), 7],
  ['a text in place of a number', z.number(), '7'],
  ['no number', z.number(), Number.NaN],
  ['one without end', z.number(), Infinity],
  ['a text in place of a boolean', z.boolean(), 'true'],
  ['what is not on a list of words', z.enum(['admin', 'view']), 'owner'],
  ['another literal', z.literal('totp'), 'hotp'],
  ['a list in place of an object', z.object({}), []],
  ['null in place of an object', z.object({}), null],
  ['an object in place of a list', z.array(z.string()), { length: 0 }],
  ['a wrong item', z.array(z.string()), ['a', 1]],
  ['none of several', z.union([z.string(), z.null()]), 1],
  ['a wrong value of a record', z.record(z.string(), z.number()), { a: 'b' }],
  ['a list in place of a record', z.record(z.string(), z.number()), []],
  ['an instance in place of a record', z.record(z.string(), z.number()), new Date(0)],
  ['what a check refuses', z.string().check(z.minLength(2)), 'a'],
  ['an unknown field of a strict object', z.strictObject({}), { a: 1 }],
])('%s is not written', (_, schema, value) => {
  expect(compileJsonWriter(schema)(value)).toBeUndefined()
})

test.each<[string, z.ZodMiniType, unknown]>([
  ['texts', z.string(), 'a"b\n\u2028\ud800'],
  ['numbers', z.array(z.number()), [0, -0, 1.5, 1e21]],
  ['words', z.enum(['a"', 'b']), 'a"'],
  ['literals', z.literal(['x', 1, null]), null],
  ['null', z.nullable(z.string()), null],
  ['records', z.record(z.string(), z.boolean()), { 'a"': true, b: false }],
  ['records without a prototype', z.record(z.string(), z.boolean()), Object.assign(Object.create(null), { a: true })],
  ['an empty object', z.object({}), {}],
  [
    'the first of several that fits',
    z.union([z.object({ a: z.number() }), z.object({ a: z.union([z.number(), z.string()]) })]),
    { a: 'x', b: 1 },
  ],
  ['several fields', z.object({ a: z.string(), b: z.record(z.string(), z.number()) }), { a: '', b: { x: 1, y: 2 } }],
  ['what has checks', z.array(z.string().check(z.minLength(1))), ['a', 'b']],
  ['a coerced number', z.coerce.number(), 3],
  ['defaults', z._default(z.string(), 'none'), 'some'],
])('%s are written as Zod and JSON.stringify would', (_, schema, value) => {
  expect(compileJsonWriter(schema)(value)).toBe(JSON.stringify(z.safeEncode(schema, value).data))
})

test('no name of a record becomes a prototype', () => {
  const write = compileJsonWriter(z.record(z.string(), z.number()))
  expect(write(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"a":2}')
})
