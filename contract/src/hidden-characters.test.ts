import { expect, test } from 'vitest'
import { emailField, nameField } from './accounts.ts'
import { templateFields } from './mail-design/template-fields.ts'
import { addGroup } from './sharing/memberships.ts'
import { addKey, editKey, keyNameField } from './keys.ts'
import { addPasskey } from './factors.ts'
import { settings } from './admin/settings.ts'
import { withoutHiddenCharacters } from './without-hidden-characters.ts'
import { isStorable, keyLinkRefusal } from './hidden-characters.ts'
import { label } from './text-fields.ts'

const hidden = [
  0x200b, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2064, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff,
  0x00ad, 0x115f, 0x3164,
]
const joiners = [0x200c, 0x200d]
const text = (code: number) => String.fromCodePoint(code)
const named = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
const cases = (codes: number[]) => codes.map((code) => [named(code), text(code)] as const)

/** Every field under whose text something is shown to people. */
const fields: Record<string, (name: string) => { success: boolean }> = {
  'a key': (name) => keyNameField.safeParse(name),
  'an issuer': (issuer) => addKey.body.safeParse({ name: 'Mail', issuer }),
  'an account': (account) => addKey.body.safeParse({ name: 'Mail', account }),
  'a tag': (tag) => addKey.body.safeParse({ name: 'Mail', tags: ['work', tag] }),
  'an edited key': (name) => editKey.body.safeParse({ name }),
  'an edited issuer': (issuer) => editKey.body.safeParse({ issuer }),
  'an edited account': (account) => editKey.body.safeParse({ account }),
  'an edited tag': (tag) => editKey.body.safeParse({ tags: [tag] }),
  'a person': (name) => nameField.safeParse(name),
  'a group': (name) => addGroup.body.safeParse({ name }),
  'a template': (name) => templateFields.name.safeParse(name),
  'a passkey': (name) => addPasskey.body.shape.name.safeParse(name),
  'the installation': (name) => settings.shape.name.safeParse(name),
}

test.each(cases(hidden))('%s is refused in every name, at either end and in the middle', (_code, character) => {
  for (const [what, parse] of Object.entries(fields))
    for (const name of [`An${character}na`, `${character}Anna`, `Anna${character}`])
      expect([what, parse(name).success]).toEqual([what, false])
})

test.each(cases(joiners))('%s joins letters and emoji, and is refused elsewhere in a name', (_code, joiner) => {
  for (const name of [`می${joiner}خواهم`, `क्${joiner}ष`, `An${joiner}na`])
    expect([name, nameField.safeParse(name).success]).toEqual([name, true])
  for (const name of [`${joiner}Anna`, `Anna${joiner}`, `An${joiner}${joiner}na`, `Ann ${joiner}a`, `An${joiner} na`, `4${joiner}2 keys`])
    expect([name, nameField.safeParse(name).success]).toEqual([name, false])
})

test.each(['👨‍👩‍👧 Family', '🏳️‍🌈 Team', '🧑🏽‍💻 Code', '❤️‍🔥 Dates', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England', '葛󠄀城', 'מייל\u200f‎ של', 'Zoë Müller', '١٢٣ بريد'])(
  '%s is a name',
  (name) => {
    for (const [what, parse] of Object.entries(fields)) expect([what, parse(name).success]).toEqual([what, true])
  },
)

test('a name shows something', () => {
  for (const name of ['\u200e\u200f', '\u{e0020}\u{e007f}', '\ufe0f\ufe0f']) expect(keyNameField.safeParse(name).success).toBe(false)
})

test('half a surrogate pair is in no name and no address', () => {
  expect(keyNameField.safeParse('Mail \ud83d').success).toBe(false)
  expect(emailField.safeParse('ann\ud83d@example.org').success).toBe(false)
})

test.each(cases([...hidden, ...joiners, 0x200e, 0x061c, 0xfe0f]))(
  '%s is refused anywhere in an address, with one sentence',
  (_code, character) => {
    for (const address of [
      `an${character}n@example.org`,
      `${character}ann@example.org`,
      `ann@exa${character}mple.org`,
      `ann@example.org${character}`,
    ])
      expect(emailField.safeParse(address).error?.issues.map(({ message }) => message)).toEqual([
        'This address contains invisible characters. Please type it yourself.',
      ])
  },
)

const secret = 'JBSWY3DPEHPK3PXP'
const links = [
  `otpauth://totp/Mail:ann?secret=${secret}`,
  `OtpAuth://totp/Mail?secret=${secret}`,
  `my key otpauth://totp/x?secret=${secret}`,
  'otpauth-migration://offline?data=CjEKCkhlbGxv',
  'otpauth:',
  `otpauth%3A%2F%2Ftotp%2Fx%3Fsecret%3D${secret}`,
  `otpauth%253A%252F%252Ftotp%252Fx%253Fsecret%253D${secret}`,
  `%6ftpauth:%2F%2Ftotp/x?secret=${secret}`,
  `%FFotpauth%3A//totp/x?secret=${secret}`,
  `ｏｔｐａｕｔｈ：／／ｔｏｔｐ／ｘ？ｓｅｃｒｅｔ＝${secret}`,
  `otpauth%EF%BC%9A//totp/x?secret=${secret}`,
  `otpauth%3A%FF//totp/x?secret=${secret}`,
  `otp\u200dauth://totp/x?secret=${secret}`,
  `otp auth : //totp/x?secret=${secret}`,
  `otpauth\u200e://totp/x?secret=${secret}`,
]

test.each(links)('%s is refused in every name', (link) => {
  // A tag has room for so much only.
  for (const [what, parse] of Object.entries(fields)) expect([what, parse(link.slice(0, 40)).success]).toEqual([what, false])
})

test('a person who pastes a link as a name reads what to do with it', () => {
  expect(keyNameField.safeParse(links[0]).error?.issues.map(({ message }) => message)).toEqual([
    'An otpauth link holds a secret, and this text is stored unencrypted. Add the link as a key instead.',
  ])
})

test.each(['otpauth', 'Notes on otpauth', 'https://example.org', '100% otp: auth', 'Mail: ann'])('%s is a name', (name) => {
  for (const [what, parse] of Object.entries(fields)) expect([what, parse(name).success]).toEqual([what, true])
})

test('names that others give are shown without their hidden characters', () => {
  expect(withoutHiddenCharacters('\ufeffMail\u202e\u200b ')).toBe('Mail')
  expect(withoutHiddenCharacters('می\u200cخواهم\u200c')).toBe('می\u200cخواهم')
  expect(withoutHiddenCharacters('\u200b\u2060')).toBe('')
  expect(withoutHiddenCharacters('\u200e\u200f')).toBe('')
})

test('a link that was escaped five times is refused, and no text is read further than that', () => {
  const escaped = (times: number) => `otpauth%${'25'.repeat(times - 1)}3A`
  expect([1, 4, 5, 6].map((times) => nameField.safeParse(escaped(times)).success)).toEqual([false, false, false, true])
})

test('a text of more than 10,000 characters is refused without being read', () => {
  const name = label(20_000)
  const messages = (text: string) => name.safeParse(text).error?.issues.map(({ message }) => message) ?? []
  expect(messages('a'.repeat(10_000))).toEqual([])
  expect(messages('otpauth:'.padEnd(10_000, 'a'))).toEqual([keyLinkRefusal])
  expect(messages('otpauth:'.padEnd(10_001, 'a'))).toEqual(['This contains characters that are not allowed'])
})

test('blanks only are no name, and an empty text where that is allowed', () => {
  expect(keyNameField.safeParse(' \t').success).toBe(false)
  expect(label(10).safeParse(' \t').data).toBe('')
})

test('the database takes neither NUL nor half a surrogate pair', () => {
  expect(['Mail', 'Ma\0il', 'Mail \ud83d'].map(isStorable)).toEqual([true, false, false])
})
