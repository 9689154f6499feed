import { expect, test } from 'vitest'
import { explainEnd, explainFailure } from './explain-failure.mjs'

/** Output of npm 10 and Vite, as of November 2026. */
test.each([
  [
    'a registry that is not there',
    'npm error code ENOTFOUND\nnpm error network request to https://npm.example/zod failed, reason: getaddrinfo ENOTFOUND npm.example',
    /registry cannot be reached \(ENOTFOUND\)/,
  ],
  [
    'a registry that refuses connections',
    'npm error code ECONNREFUSED\nnpm error syscall connect\nnpm error errno -111',
    /registry cannot be reached \(ECONNREFUSED\)/,
  ],
  [
    'a registry that wants a sign-in',
    'npm error code E401\nnpm error Unable to authenticate, need: Basic realm="npm"',
    /refuses to answer \(401\)/,
  ],
  [
    'a registry that lacks a package',
    "npm error code E404\nnpm error 404 Not Found - GET https://npm.example/zod\nnpm error 404  'zod@4.6.7' is not in this registry.",
    /does not have zod@4\.6\.7/,
  ],
  [
    'a certificate that nobody trusts',
    'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error errno SELF_SIGNED_CERT_IN_CHAIN',
    /certificate of the npm registry is not trusted/,
  ],
  [
    'a full disk, while installing',
    'npm error code ENOSPC\nnpm error syscall write\nnpm error nospc ENOSPC: no space left on device, write',
    /^The disk is full\./,
  ],
  ['a full disk, of which npm only warns', 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write', /^The disk is full\./],
  [
    'a full disk, while building',
    "Error: ENOSPC: no space left on device, open '/srv/twofold/.cache/web-dist/a.js'",
    /^The disk is full\./,
  ],
  [
    'a folder of somebody else',
    "npm error code EACCES\nnpm error Error: EACCES: permission denied, mkdir '/srv/twofold/.cache/install'",
    /^\/srv\/twofold\/\.cache\/install cannot be written \(EACCES\)/,
  ],
  [
    'a package that was changed',
    'npm error code EINTEGRITY\nnpm error sha512-a integrity checksum failed when using sha512',
    /not the one that the lock file names/,
  ],
])('%s is one sentence that says what to do, and that what ran before is still there', (_, output, sentence) => {
  const said = explainFailure(output)
  expect(said).toMatch(sentence)
  expect(said).toMatch(/What ran before is still there: start it again once this is mended\.$/)
  expect(said).not.toContain('\n')
})

test('an unforeseen error is shown as it was printed', () => {
  expect(explainFailure('RolldownError: Could not resolve ./gone.ts')).toBeUndefined()
})

test('a first start is not promised that something ran before', () => {
  expect(explainFailure('npm error code ENOSPC', true)).toBe('The disk is full. Start again once this is mended.')
})

test.each([
  [137, /^Building the pages was killed, as Linux does where memory runs out\..* start it again once this is mended\.$/],
  [139, /^Building the pages ended with code 139 and said nothing\. What ran before is still there/],
])('a step that ends with %i before it can say why gets a sentence', (code, sentence) => {
  expect(explainEnd({ what: 'Building the pages', code, output: '', isFirst: false })).toMatch(sentence)
})
