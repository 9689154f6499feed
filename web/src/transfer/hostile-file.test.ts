import { afterAll, describe, expect, test, vi } from 'vitest'
import { fromBase64, toBase64, toBytes, toText } from './opening/bytes.ts'
import { readTransfer } from './read-file.ts'
import { password, failure, rfc, failureOfText, fixture as open } from '../testing/import-files.ts'

// As in cut.test.ts: the readers of this file derive each key once, and are this file's alone.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('./opening/unlock.ts', async (load) => (await import('../testing/derive-once.ts')).deriveOnce(await load()))

describe('a hostile file', () => {
  test.each([
    ['aegis-encrypted.json', '"n": 32768', '"n": 1073741824'],
    ['aegis-encrypted.json', '"p": 1', '"p": 100000'],
    ['ente-encrypted.txt', '"opsLimit": 3', '"opsLimit": 1000000'],
    ['ente-encrypted.txt', '"memLimit": 67108864', '"memLimit": 1099511627776'],
    ['bitwarden-pbkdf2.json', '"kdfIterations": 100000', '"kdfIterations": 100000000'],
    ['bitwarden-argon2.json', '"kdfMemory": 64', '"kdfMemory": 65536'],
  ])('%s with %s → %s is refused before any work is done', async (name, from, to) => {
    const text = toText(await open(name))
    expect(text).toContain(from)
    expect(await failureOfText(text.replace(from, to), password)).toBe('too_costly')
  })

  test('is refused with a reason, whatever it holds', async () => {
    expect(await failureOfText('')).toBe('empty')
    expect(await failureOfText('hello')).toBe('unknown_format')
    expect(await failureOfText('{"a":')).toBe('damaged')
    expect(await failureOfText('{"a":1}')).toBe('unknown_format')
    expect(await failureOfText('{"encrypted":true,"items":[]}')).toBe('account_restricted')
    expect(await failureOfText('{"encrypted":true,"encKeyValidation_DO_NOT_EDIT":"2.a|b|c","data":"2.a|b|c"}')).toBe('account_restricted')
    const protectedFile = { encrypted: true, passwordProtected: true, salt: 'AAAAAAAAAAA=', kdfType: 0, kdfIterations: 1, data: '2.a|b|c' }
    for (const broken of [{ encKeyValidation_DO_NOT_EDIT: '7.a' }, { encKeyValidation_DO_NOT_EDIT: '2.a|b|c', kdfType: 2 }])
      expect(await failureOfText(JSON.stringify({ ...protectedFile, ...broken }), 'x')).toBe('damaged')
    expect(await failureOfText('{"header":{"slots":7},"db":"AAAA"}', 'x')).toBe('damaged')
    expect(await failureOfText('{"header":{},"db":{"entries":{}}}')).toBe('damaged')
    expect(await failureOfText('{"services":null,"schemaVersion":4,"servicesEncrypted":"a:b"}', 'x')).toBe('damaged')
    expect(await failure(readTransfer(new Uint8Array(17 * 1024 * 1024)))).toBe('too_large')
    expect(await failureOfText(`otpauth://totp/a?secret=${rfc}\n`.repeat(5001))).toBe('too_many')
  })

  test.each([
    ['an armored message of empty lines', `-----BEGIN PGP MESSAGE-----\n${'\n'.repeat(4000)}!\n-----END PGP MESSAGE-----`],
    ['a link before a row of spaces', `otpauth://totp/a${' '.repeat(60_000)}x`],
    ['an address of a picture before a row of spaces', `data:image/png;base64,${' '.repeat(60_000)}x`],
    ['an activation code before empty lines', `oktaverify://a${'\n'.repeat(60_000)}x`],
    ['WinAuth tags without an end', `<WinAuth>${'<data '.repeat(60_000)}`],
    [
      'padding within a secret',
      JSON.stringify([{ secret: `${'='.repeat(60_000)}x`, label: 'a', type: 'TOTP', algorithm: 'SHA1', digits: 6, period: 30 }]),
    ],
    ['padding within a migration', `otpauth-migration://offline?data=${'='.repeat(60_000)}x`],
  ])('is read in time that grows as it does: %s', async (_what, text) => {
    const start = performance.now()
    await readTransfer(toBytes(text), { password }).catch(() => {})
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('that was changed after it was encrypted gives nothing', async () => {
    for (const [name, expected] of [
      ['2fas-encrypted.2fas', 'password_wrong'],
      // The beginning of the text shows that the password is right.
      ['ente-encrypted.txt', 'damaged'],
      ['ente-encrypted-untagged.txt', 'damaged'],
      ['andotp-encrypted.base64', 'password_wrong'],
      ['bitwarden-pbkdf2.json', 'damaged'],
    ] as const) {
      const file = await open(name)
      const field = /servicesEncrypted|encryptedData|"data"/.exec(toText(file))
      const at = field ? field.index + 90 : 60
      file[at] = file[at] === 65 ? 66 : 65
      expect([name, await failure(readTransfer(file, { password }))]).toEqual([name, expected])
    }
  })

  /** Each opens as well-formed JSON for a reader that does not compare the MAC: a bit of the IV changes one letter of the first name in it. */
  test.each([
    ['data', 0, 'a letter of its text', 'damaged'],
    ['data', 2, 'its MAC alone', 'damaged'],
    ['encKeyValidation_DO_NOT_EDIT', 2, 'the MAC that shows whether the password is right', 'password_wrong'],
  ] as const)('of Bitwarden whose %s has part %i changed is refused: %s', async (field, part, _what, expected) => {
    const file = JSON.parse(toText(await open('bitwarden-pbkdf2.json'))) as Record<string, unknown>
    const parts = String(file[field]).slice(2).split('|')
    const changed = fromBase64(parts[part])
    changed[6] = (changed[6] ?? 0) ^ 1
    parts[part] = toBase64(changed)
    expect(await failureOfText(JSON.stringify({ ...file, [field]: `2.${parts.join('|')}` }), password)).toBe(expected)
    parts[part] = toBase64(changed.slice(0, 0))
    expect(await failureOfText(JSON.stringify({ ...file, [field]: `2.${parts.join('|')}` }), password)).toBe('damaged')
  })

  test.each(['ente-encrypted.txt', 'ente-encrypted-untagged.txt'])('%s that was cut anywhere is refused', async (name) => {
    const file = JSON.parse(toText(await open(name))) as { encryptedData: string }
    const whole = fromBase64(file.encryptedData)
    for (const length of [whole.length - 1, whole.length - 17, whole.length >> 1, 18, 3]) {
      const encryptedData = btoa(String.fromCharCode(...whole.subarray(0, length)))
      expect(await failureOfText(JSON.stringify({ ...file, encryptedData }), password)).toMatch(/^(damaged|password_wrong)$/)
    }
  })
})
