import { programKind } from '@twofold/contract/tokens'
import { expect, test } from 'vitest'
import { kindOfProgramToken, newProgramToken } from './program-token.ts'

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a token has one length, says whose it is, and is one word to a double click', () => {
  for (const kind of programKind.options) {
    const token = newProgramToken(kind)
    expect(token).toMatch(/^twofold_(svc|pat|wid|cli)_[0-9A-Za-z]{49}$/)
    expect([token.length, kindOfProgramToken(token)]).toEqual([61, kind])
  }
  expect(new Set(Array.from({ length: 1000 }, () => newProgramToken('svc'))).size).toBe(1000)
})

test('of 10,000 tokens with one character changed none passes the checksum', () => {
  let accepted = 0
  for (let index = 0; index < 10_000; index += 1) {
    const token = newProgramToken('pat')
    const place = 12 + (index % 49)
    const old = characters.indexOf(token.charAt(place))
    const other = characters.charAt((old + 1 + (index % 61)) % 62)
    if (kindOfProgramToken(token.slice(0, place) + other + token.slice(place + 1)) !== undefined) accepted += 1
  }
  expect(accepted).toBe(0)
})

test('the pattern that scanners are given finds 1,000 tokens among other text, and nothing else there', () => {
  const tokens = Array.from({ length: 1000 }, (_, index) => newProgramToken(programKind.options[index % 4] ?? 'svc'))
  const text = tokens
    .map((token, index) => `export TOKEN_${index}="${token}" # not twofold_pat_${index} nor ${token.slice(0, -1)}`)
    .join('\n')
  expect(text.match(/\btwofold_(?:svc|pat|wid|cli)_[0-9A-Za-z]{49}\b/g)).toEqual(tokens)
})

test('another kind, another length and what is around it are no token', () => {
  const token = newProgramToken('svc')
  for (const text of [
    '',
    token.slice(0, -1),
    `${token}0`,
    ` ${token}`,
    token.replace('svc', 'pat'),
    token.replace('svc', 'adm'),
    token.toUpperCase(),
  ])
    expect([text, kindOfProgramToken(text)]).toEqual([text, undefined])
})
