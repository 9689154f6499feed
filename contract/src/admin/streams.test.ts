import { expect, test } from 'vitest'
import { streamTarget } from './streams.ts'

const bucket = {
  kind: 's3',
  endpoint: 'https://s3.example.org',
  region: 'eu-central-1',
  bucket: 'audit',
  access_key_id: 'id',
  secret_access_key: 'secret',
}
const isGood = (change: object) => streamTarget.safeParse({ ...bucket, ...change }).success

test('a prefix is a path of names, and a long one that is none is refused without trying every way to split it', () => {
  for (const prefix of ['', 'audit', 'audit/', 'audit/2026/vault.log/']) expect([prefix, isGood({ prefix })]).toEqual([prefix, true])
  for (const prefix of ['/audit', 'audit//2026', 'über', `${'a'.repeat(150)}!`])
    expect([prefix, isGood({ prefix })]).toEqual([prefix, false])
})

test('a text that the database cannot store is refused', () => {
  expect(isGood({ endpoint: 'https://s3.example.org/a\u0000' })).toBe(false)
  expect(isGood({ ca: '-----BEGIN CERTIFICATE-----\ud800-----END CERTIFICATE-----' })).toBe(false)
})
