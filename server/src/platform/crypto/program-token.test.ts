import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('none of 10,000 tokens with one character changed passes the checksum', () => {
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

const repository = join(import.meta.dirname, '../../../..')

/** Patterns that the document gives to scanners: the bare pattern, gitleaks’ and TruffleHog’s. */
function listPatterns(): RegExp[] {
  const text = readFileSync(join(repository, 'docs/secret-scanning.md'), 'utf8')
  return [...text.matchAll(/twofold_\((?:\?:)?svc\|\S*?\{49\}/g)].map(([pattern]) => new RegExp(`\\b${pattern}\\b`, 'g'))
}

/** Files that are kept in the repository: folders that are made here are left out. */
function listFiles(folder: string): string[] {
  const made = /^(node_modules|dist|data|\.git|\.cache|results|coverage|screenshots)$/
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (made.test(entry.name) || entry.isSymbolicLink()) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

test('the patterns that scanners are given find 1,000 tokens among other text, nothing else there, and nothing in this repository', () => {
  const tokens = Array.from({ length: 1000 }, (_, index) => newProgramToken(programKind.options[index % 4] ?? 'svc'))
  const text = tokens
    .map((token, index) => `export TOKEN_${index}="${token}" # not twofold_pat_${index} nor ${token.slice(0, -1)}`)
    .join('\n')
  const patterns = listPatterns()
  expect(patterns).toHaveLength(3)
  for (const pattern of patterns) expect(text.match(pattern)).toEqual(tokens)
  const files = listFiles(repository)
  expect(files.length).toBeGreaterThan(2000)
  const found = files.filter((file) => {
    const content = readFileSync(file, 'latin1')
    return content.includes('twofold_') && patterns.some((pattern) => content.match(pattern) !== null)
  })
  expect(found).toEqual([])
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
