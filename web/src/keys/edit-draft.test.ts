import type { KeyDetail } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { editBody, editDraft } from './edit-draft.ts'
import { readTags } from './key-draft.ts'

const key = {
  name: 'Code host',
  type: 'totp',
  issuer: 'Code host',
  account: null,
  algorithm: 'SHA1',
  digits: 6,
  period: 30,
  counter: null,
  tags: ['Work'],
  note: 'By the door',
  exclusive: true,
} as KeyDetail
const before = editDraft(key)

test('an unchanged field is not sent', () => {
  expect(editBody(before, editDraft(key))).toEqual({})
})

test('a changed field is sent, and nothing else', () => {
  const after = { ...before, name: ' Other ', digits: '8', period: '60', tags: 'Work, Home,, Home ', note: '' }
  expect(editBody(before, after)).toEqual({ name: 'Other', digits: 8, period: 60, tags: ['Work', 'Home'], note: '' })
})

test('an issuer that was emptied is sent as empty', () => {
  expect(editBody(before, { ...before, issuer: ' ' })).toEqual({ issuer: '' })
})

test('that codes are shown again is sent', () => {
  expect(editBody(before, { ...before, exclusive: false })).toEqual({ exclusive: false })
})

test('sites are sent one by one, and none when all are taken away', () => {
  const withSite = editDraft({ ...key, sites: ['https://github.com'] })
  expect(editBody(withSite, { ...withSite, sites: 'https://github.com, *.example.com' })).toEqual({
    sites: ['https://github.com', '*.example.com'],
  })
  expect(editBody(withSite, { ...withSite, sites: '' })).toEqual({ sites: [] })
})

test('tags are separated by commas', () => {
  expect(readTags(' a , b,b,')).toEqual(['a', 'b'])
})
