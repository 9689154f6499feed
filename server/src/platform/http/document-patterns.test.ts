import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inEitherCase, writePatternsWhole } from './document-patterns.ts'

const documented = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { override: writePatternsWhole })

test.each([
  '^#[0-9a-f]{6}$',
  String.raw`^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?\/?$`,
  String.raw`^(?:'[\w -]+'|-?[a-z][\w-]*)(?:, ?[^a-q\s]*)*$`,
  String.raw`^[\p{L}x\]-]+$`,
])('a pattern without a flag takes what it takes with one: %s', (source) => {
  const [whole, flagged] = [new RegExp(inEitherCase(source), 'u'), new RegExp(source, 'iu')]
  // Letters with other forms than the two cases of ASCII, such as the Kelvin sign, are in no address and no color.
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."AaFfGgZz09#:/.-[]_ ,'pPsStThHxX".split('')) }),
    fc.stringMatching(new RegExp(source, 'u')),
  )
  fc.assert(
    fc.property(text, fc.boolean(), (made, isLoud) => {
      const tried = isLoud ? made.toUpperCase() : made
      if (/^[\0-~]*$/.test(tried)) expect(whole.test(tried)).toBe(flagged.test(tried))
    }),
    { numRuns: 1000 },
  )
})

test('only patterns that take either case change, one by itself or one of several', () => {
  const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))
  expect(documented(color)).toMatchObject({ pattern: '^#[A-F0-9a-f]{6}$' })
  expect(documented(color.check(z.regex(/^[a-z#0-9]+$/)))).toMatchObject({
    allOf: [{ pattern: '^#[A-F0-9a-f]{6}$' }, { pattern: '^[a-z#0-9]+$' }],
  })
})
