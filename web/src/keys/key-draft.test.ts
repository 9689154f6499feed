import { parseOtpauth } from '@twofold/contract/otpauth'
import { expect, test } from 'vitest'
import { draftBody, emptyDraft, fillFromParameters, isAdvanced, isOtpauthLink, isWholeNumber } from './key-draft.ts'

function fillFromLink(draft: typeof emptyDraft, link: string) {
  const read = parseOtpauth(link)
  return read.ok ? fillFromParameters(draft, read.parameters) : undefined
}

test('an empty secret is left out, so that the server makes one; names are trimmed', () => {
  const body = draftBody({ ...emptyDraft, name: '  Code host ', secret: '  ' })
  expect(body).toEqual({ name: 'Code host', type: 'totp', algorithm: 'SHA1', digits: 6, period: 30 })
})

test('only the parameters that a kind of key has are sent', () => {
  const draft = { ...emptyDraft, name: 'x', secret: 'JBSWY3DPEHPK3PXP', period: '60', counter: '7', digits: '8' }
  expect(draftBody({ ...draft, type: 'totp' })).toMatchObject({ period: 60, digits: 8, algorithm: 'SHA1' })
  expect(draftBody({ ...draft, type: 'totp' })).not.toHaveProperty('counter')
  expect(draftBody({ ...draft, type: 'hotp' })).toMatchObject({ counter: 7, digits: 8 })
  expect(draftBody({ ...draft, type: 'hotp' })).not.toHaveProperty('period')
  expect(draftBody({ ...draft, type: 'steam' })).toEqual({ name: 'x', secret: 'JBSWY3DPEHPK3PXP', type: 'steam' })
})

test('a pasted link fills every field, and keeps all of its parameters', () => {
  const link = 'otpauth://totp/Code%20host:ops@example.org?secret=jbswy3dpehpk3pxp&issuer=Code%20host&algorithm=SHA256&digits=8&period=60'
  expect(fillFromLink(emptyDraft, link)).toEqual({
    ...emptyDraft,
    name: 'Code host',
    secret: 'JBSWY3DPEHPK3PXP',
    type: 'totp',
    issuer: 'Code host',
    account: 'ops@example.org',
    algorithm: 'SHA256',
    digits: '8',
    period: '60',
    counter: '0',
  })
})

test('tags and a note are sent when there are any, and a link that fills the form leaves them alone', () => {
  const draft = { ...emptyDraft, name: 'x', tags: 'Work, Home, Work', note: 'By the door' }
  expect(draftBody(draft)).toMatchObject({ tags: ['Work', 'Home'], note: 'By the door' })
  expect(draftBody({ ...draft, tags: ' , ', note: ' ' })).not.toHaveProperty('tags')
  expect(draftBody({ ...draft, note: ' ' })).not.toHaveProperty('note')
  expect(fillFromLink(draft, 'otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP')).toMatchObject({ tags: 'Work, Home, Work', note: 'By the door' })
})

test('a name that was typed stays; without an issuer the account names the key', () => {
  const link = 'otpauth://hotp/ann?secret=JBSWY3DPEHPK3PXP&counter=41'
  expect(fillFromLink({ ...emptyDraft, name: 'Door' }, link)).toMatchObject({ name: 'Door', type: 'hotp', counter: '41' })
  expect(fillFromLink(emptyDraft, link)).toMatchObject({ name: 'ann' })
})

test('a second code names the key after itself, unless a name was typed in between', () => {
  const [wrong, right] = ['Mail', 'Bank'].map((issuer) => `otpauth://totp/${issuer}:ann?secret=JBSWY3DPEHPK3PXP&issuer=${issuer}`)
  const draft = fillFromLink(emptyDraft, wrong ?? '') ?? emptyDraft
  expect(fillFromLink(draft, right ?? '')).toMatchObject({ name: 'Bank', issuer: 'Bank' })
  expect(fillFromLink({ ...draft, name: 'Door' }, right ?? '')).toMatchObject({ name: 'Door', issuer: 'Bank' })
})

test('a link is distinguished from a secret', () => {
  expect(isOtpauthLink(' OTPAUTH://totp/x')).toBe(true)
  expect(isOtpauthLink('JBSWY3DPEHPK3PXP')).toBe(false)
})

test('the closed part of the form opens when it holds something', () => {
  expect(isAdvanced({ ...emptyDraft, name: 'x', secret: 'y' })).toBe(false)
  expect(isAdvanced({ ...emptyDraft, period: '60' })).toBe(true)
})

test.each([
  ['30', true],
  ['0', false],
  ['301', false],
  ['', false],
  ['1.5', false],
  ['1e2', false],
  ['-3', false],
])('%j as a period from 1 to 300: %j', (text, expected) => {
  expect(isWholeNumber(text, 1, 300)).toBe(expected)
})
