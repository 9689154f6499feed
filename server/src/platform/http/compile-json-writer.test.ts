import { expect, onTestFinished, test, vi } from 'vitest'
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

const deep = z.object({
  rows: z.array(key),
  first: z.optional(z.string()),
  second: z.optional(z.string()),
  by: z.union([z.string(), z.object({ id: z.string() })]),
  last: z.optional(z.string()),
})

/* JSON.stringify on the whole answer is what makes most answers cheap: both ways give the same text. */
test.each<[string, z.ZodMiniType, unknown]>([
  ['a text', z.string(), 'a'],
  ['a text with checks', z.string().check(z.minLength(1)), 'a'],
  ['a number with checks', z.number().check(z.minimum(1)), 7],
  ['a boolean', z.boolean(), false],
  ['an object', key, { id: 'a', tags: ['x', 'y'], icon: 'i', note: 'n' }],
  ['one without what is optional', key, { id: 'a', tags: [], note: null }],
  ['one whose optional field is undefined', key, { id: 'a', tags: [], icon: undefined, note: null }],
  ['objects in lists', deep, { rows: [{ id: 'a', tags: [], note: null }], by: { id: 'b' } }],
  ['one with several optional fields in a row', deep, { rows: [], second: 's', by: 'b' }],
  ['one with the last optional field', deep, { rows: [], first: 'f', by: 'b', last: 'l' }],
  ['a list', z.array(z.string()), ['a', 'b']],
  ['an empty list', z.array(z.string()), []],
  ['words', z.array(z.enum(['admin', 'view'])), ['admin', 'view']],
  ['literals', z.array(z.literal(['x', 1])), ['x', 1]],
  ['what may be null and is not', z.array(z.nullable(z.number())), [1, null]],
  ['a default', z.array(z._default(z.string(), 'none')), ['some']],
  ['a record', z.record(z.string(), z.array(z.number())), { a: [1], b: [] }],
  ['a record of optional values', z.record(z.string(), z.optional(z.number())), { a: 1 }],
])('%s that is just as the schema says is written by JSON.stringify in one go', (_, schema, value) => {
  const write = compileJsonWriter(schema)
  const expected = JSON.stringify(value)
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => stringify.mockRestore())
  expect(write(value)).toBe(expected)
  expect(stringify.mock.calls.length).toBe(1)
  expect(stringify.mock.calls[0]?.[0]).toBe(value)
})

test.each<[string, z.ZodMiniType, unknown, string | undefined]>([
  ['a field that has to be there', z.object({ a: z.string(), b: z.string() }), { a: 'x', b: undefined, c: 1 }, undefined],
  ['a wrong field behind one too many', z.object({ a: z.string() }), { x: 1, a: 7 }, undefined],
  ['optional values of a record that are not there', z.record(z.string(), z.optional(z.number())), { a: undefined, b: 2 }, '{"b":2}'],
  ['undefined as a value of a record', z.record(z.string(), z.number()), { a: undefined }, undefined],
  [
    'several values of a record that is rewritten',
    z.record(z.string(), z.object({})),
    { a: { x: 1 }, b: {}, c: {} },
    '{"a":{},"b":{},"c":{}}',
  ],
  ['a record whose names have checks', z.record(z.string().check(z.minLength(2)), z.number()), { a: 1 }, undefined],
  ['a record whose names have a form', z.record(z.uuid(), z.number()), { a: 1 }, undefined],
  [
    'a list in which not all items are as they should be',
    z.array(z.object({ a: z.string() })),
    [{ a: 'x' }, { a: 'y', b: 1 }],
    '[{"a":"x"},{"a":"y"}]',
  ],
  ['an optional field inside of another', z.object({ a: z.optional(z.optional(z.string())) }), {}, '{}'],
  ['one field too many inside only', z.object({ a: z.object({ b: z.string() }) }), { a: { b: 'x', c: 'JBSWY3DP' } }, '{"a":{"b":"x"}}'],
  ['one field too many in the first item only', z.array(z.object({ a: z.string() })), [{ a: 'x', b: 'JBSWY3DP' }], '[{"a":"x"}]'],
  ['a field of another kind', z.object({ a: z.string() }), { a: 7 }, undefined],
  ['words beside one field too many', z.object({ a: z.enum(['x', 'y']) }), { a: 'y', b: 1 }, '{"a":"y"}'],
  ['what may only be read', z.object({ a: z.readonly(z.object({ b: z.string() })) }), { a: { b: 'x', c: 1 } }, '{"a":{"b":"x"}}'],
  ['what may only be read and is missing', z.object({ a: z.readonly(z.string()) }), {}, undefined],
  ['missing words', z.object({ a: z.enum(['x']) }), {}, undefined],
  ['a missing list', z.object({ a: z.array(z.string()) }), {}, undefined],
  ['a missing one of several', z.object({ a: z.union([z.string(), z.number()]) }), {}, undefined],
  ['a missing object', z.object({ a: z.object({}) }), {}, undefined],
  ['a missing record', z.object({ a: z.record(z.string(), z.string()) }), {}, undefined],
  ['an optional default', z.object({ a: z.optional(z._default(z.string(), 'none')) }), {}, '{}'],
  ['an optional default that is there', z.object({ a: z.optional(z._default(z.string(), 'none')) }), { a: 'x', b: 1 }, '{"a":"x"}'],
  ['null and undefined where a list may be null', z.object({ a: z.nullable(z.array(z.string())) }), {}, undefined],
])('%s: as Zod has it', (_, schema, value, expected) => {
  expect(compileJsonWriter(schema)(value)).toBe(expected)
  const { success, data } = z.safeEncode(schema, value)
  expect(success ? JSON.stringify(data) : undefined).toBe(expected)
})

test('a schema that is used in several places is read once', () => {
  let reads = 0
  const shared = z.object({ id: z.string() })
  const { shape } = shared._zod.def
  Object.defineProperty(shared._zod.def, 'shape', { get: () => ((reads += 1), shape) })
  const write = compileJsonWriter(z.object({ a: shared, b: z.array(shared) }))
  expect([write({ a: { id: 'x' }, b: [{ id: 'y' }] }), reads]).toEqual(['{"a":{"id":"x"},"b":[{"id":"y"}]}', 1])
})
