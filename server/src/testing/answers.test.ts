import fc from 'fast-check'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { compileJsonWriter } from '../platform/http/compile-json-writer.ts'
import { nameOf, readContract } from './read-contract.ts'

/* Answers are written by a writer of our own, which has to write what Zod would, and nothing where Zod would refuse. */

interface Shape {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
}

const anyText = fc.oneof(
  fc.constantFrom('0190a1b2-0000-7000-8000-000000000001', '2026-11-25T08:00:00.000Z', 'ann@example.org', 'en', '__proto__', ''),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const strange = fc.constantFrom<unknown>(
  undefined,
  null,
  Number.NaN,
  Infinity,
  -0,
  7,
  'x',
  true,
  [],
  {},
  new Date(0),
  Object.create({ id: 'inherited' }),
)

/** Mostly as the schema says, with fields that it does not know, and now and then something else. */
function answersTo(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: right(schema) }, { weight: 1, arbitrary: strange })
}

function right(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const { type, shape, element, innerType, valueType, options } = schema._zod.def as unknown as Shape
  if (shape !== undefined) {
    const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, answersTo(field)]))
    const more = fc.constantFrom('none', 'first', 'last', 'turned')
    return fc.tuple(fc.record(fields), more).map(([answer, where]) => {
      if (where === 'turned') return Object.fromEntries(Object.entries(answer).toReversed())
      return { ...(where === 'first' && { secret: 'undeclared' }), ...answer, ...(where === 'last' && { secret: 'undeclared' }) }
    })
  }
  if (element !== undefined) return fc.array(answersTo(element), { maxLength: 3 })
  if (valueType !== undefined) return fc.dictionary(anyText, answersTo(valueType), { maxKeys: 3 })
  if (options !== undefined) return fc.oneof(...options.map(answersTo))
  if (innerType !== undefined) return fc.oneof(answersTo(innerType), fc.constant(type === 'nullable' ? null : undefined))
  const { values } = schema._zod
  if (values !== undefined) return fc.constantFrom(...values)
  if (type === 'number') return fc.oneof(fc.integer(), fc.double())
  return type === 'boolean' ? fc.boolean() : anyText
}

/** Undefined: refused. */
function byZod(write: (answer: unknown) => string, answer: unknown): string | undefined {
  try {
    return write(answer)
  } catch {
    return undefined
  }
}

test('every answer is written as Zod and JSON.stringify would, without what is not declared', async () => {
  const calls = await readContract()
  expect(calls.length).toBeGreaterThan(200)
  let written = 0
  for (const endpoint of calls) {
    const write = compileJsonWriter(endpoint.response)
    const careful = serializerCompiler({ schema: endpoint.response, method: endpoint.method, url: endpoint.path })
    fc.assert(
      fc.property(answersTo(endpoint.response), (answer) => {
        const own = write(answer)
        if (own === undefined) return
        written += 1
        expect(own, nameOf(endpoint)).toBe(byZod(careful, answer))
      }),
      { numRuns: 60 },
    )
  }
  expect(written).toBeGreaterThan(calls.length * 10)
})
