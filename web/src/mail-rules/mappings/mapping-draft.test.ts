import { expect, test } from 'vitest'
import { fieldsOf, parseConditions, showConditions, withFields } from './mapping-draft.ts'

test('fields and JSON say the same, and what has no field stays', () => {
  const conditions = {
    enabled: false,
    cooldown: 3600,
    when: { 'share.permission': 'view' },
    quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
  }
  expect(withFields(conditions, fieldsOf(conditions))).toEqual(conditions)
  expect(parseConditions(showConditions(conditions))).toEqual({ conditions })
})

test('empty fields are no conditions', () => {
  expect(withFields({}, { ...fieldsOf({}), from: '22:00' })).toEqual({})
  expect(showConditions({})).toBe('')
  expect(parseConditions('  ')).toEqual({ conditions: {} })
})

test('a text that is no JSON is distinguished from one that is no condition', () => {
  expect(parseConditions('{"cooldown": 3600,}')).toEqual({ complaint: 'json' })
  expect(parseConditions('{"cooldown": "long"}')).toMatchObject({ complaint: expect.stringMatching(/^cooldown: /) as string })
  expect(parseConditions('{"other": 1}')).toHaveProperty('complaint')
})
