import { expect, test } from 'vitest'
import { toBytes } from '../opening/bytes.ts'
import { readTransfer } from '../read-file.ts'

/* An entry with two second factors has two keys; one that has the same secret in two places has one. */

const [rfc, hello] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP']
const link = `otpauth://totp/Code%20host:ann?secret=${rfc}&issuer=Code%20host&digits=8`
const host = { kind: 'totp', secret: rfc, digits: 8, issuer: 'Code host', account: 'ann' }
const plain = { kind: 'totp', secret: hello, digits: 6, period: 30 }

const read = async (file: string) => (await readTransfer(toBytes(file), { name: '' })).entries

const xml = (text: string) => text.replaceAll('&', '&amp;')

const keePass = (fields: Record<string, string>) =>
  `<KeePassFile><Root><Group><Name>R</Name><Entry>${Object.entries({ Title: 'A', ...fields })
    .map(([key, value]) => `<String><Key>${key}</Key><Value>${xml(value)}</Value></String>`)
    .join('')}</Entry></Group></Root></KeePassFile>`

const dashlane = (more: object) => JSON.stringify({ AUTHENTIFIANT: [{ title: 'A', ...more }] })

test.each<[string, (secret: string) => string, object]>([
  ['KeeTrayTOTP beside KeePassXC', (secret) => keePass({ otp: link, 'TOTP Seed': secret, 'TOTP Settings': '60;6' }), { period: 60 }],
  [
    'KeeTrayTOTP beside a link in the note',
    (secret) => keePass({ Notes: link, 'TOTP Seed': secret, 'TOTP Settings': '30;S' }),
    { kind: 'steam', digits: 5 },
  ],
  [
    'KeePass itself beside KeePassXC',
    (secret) => keePass({ otp: link, 'TimeOtp-Secret-Base32': secret, 'TimeOtp-Length': '7' }),
    { digits: 7 },
  ],
  ['KeePass itself beside a field', (secret) => keePass({ Backup: link, 'TimeOtp-Secret-Base32': secret }), {}],
  ['Dashlane', (secret) => dashlane({ otpUrl: link, otpSecret: secret }), {}],
  ['the table of Dashlane', (secret) => `title,password,otpUrl,otpSecret\nA,x,${link},${secret}\n`, {}],
  ['the table of RoboForm', (secret) => `Name,Login,Pwd,RfFieldsV2\nA,ann,x,"TOTP KEY$,,,txt,${secret}","Other,,,txt,${link}"\n`, {}],
])('%s', async (_, file, more) => {
  const two = await read(file(hello))
  expect(two).toHaveLength(2)
  expect(two).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ parameters: expect.objectContaining(host) as object }),
      expect.objectContaining({ name: 'A', parameters: expect.objectContaining({ ...plain, ...more }) as object }),
    ]),
  )
  expect(await read(file(`${rfc.slice(0, 16)} ${rfc.slice(16).toLowerCase()}`))).toMatchObject([{ parameters: host }])
})

test('KeePass: fields of several applications with one secret are one key, and a counter makes another', async () => {
  const seeds = { 'TOTP Seed': hello, 'TOTP Settings': '30;8', 'TimeOtp-Secret-Base32': hello }
  expect(await read(keePass(seeds))).toMatchObject([{ parameters: { ...plain, digits: 8 } }])
  const counted = { ...seeds, 'HmacOtp-Secret-Base32': hello, 'HmacOtp-Counter': '4' }
  expect(await read(keePass(counted))).toMatchObject([{ parameters: { digits: 8 } }, { parameters: { kind: 'hotp', counter: 4 } }])
})

test('KeePass: a seed that is a link is read as one, and one that is broken is named beside the link', async () => {
  expect(await read(keePass({ 'TOTP Seed': link }))).toMatchObject([{ parameters: host }])
  expect(await read(keePass({ otp: link, 'TOTP Seed': '!' }))).toMatchObject([
    { parameters: host },
    { ok: false, name: 'A', refusal: 'secret' },
  ])
})

test('the table of KeePass: a secret by time and one by a counter have settings of their own', async () => {
  const columns = 'Group,Title,TimeOtp-Secret-Base32,TimeOtp-Length,HmacOtp-Secret-Base32,HmacOtp-Length,HmacOtp-Counter'
  expect(await read(`${columns}\nR,A,${rfc},8,${hello},7,4\n`)).toMatchObject([
    { parameters: { kind: 'totp', secret: rfc, digits: 8 } },
    { parameters: { kind: 'hotp', secret: hello, digits: 7, counter: 4 } },
  ])
})

test('a table: what is no secret of a service beside a link makes no key', async () => {
  for (const [column, text] of [
    ['2fa', 'yes'],
    ['otp', 'enabled'],
    ['secret', hello],
  ] as const)
    expect(await read(`name,otpauth,${column}\nA,${link},${text}\n`)).toMatchObject([{ parameters: host }])
})
