import { expect, test } from 'vitest'
import { toBase64, toBytes } from '../opening/bytes.ts'
import { readTransfer } from '../read-file.ts'

/* Keys as the source code of each application writes them, where that differs from what its format suggests. */

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const read = async (file: string, name = '') => (await readTransfer(toBytes(file), { name })).entries
const parametersOf = async (file: string) => (await read(file)).map((entry) => (entry.ok ? entry.parameters : entry.refusal))

const steam = { kind: 'steam', algorithm: 'SHA1', digits: 5, period: 30, secret }

test('a link of Stratum for a Steam key under another name makes the codes of Steam (Authenticator.GetOtpAuthUri)', async () => {
  const file = `otpauth://totp/Game%3Agabe?secret=${secret}&issuer=Game&steam\notpauth://totp/Steam%3Aann?secret=${secret}&issuer=Steam\n`
  expect(await parametersOf(file)).toMatchObject([
    { ...steam, issuer: 'Game', account: 'gabe' },
    { ...steam, issuer: 'Steam', account: 'ann' },
  ])
})

test('a Steam key that Bitwarden hands over has an algorithm of its own (bitwarden-exporters, convert_totp)', async () => {
  const totp = { type: 'totp', secret, period: 30, digits: 5, algorithm: 'steam' }
  const login = { type: 'basic-auth', username: { fieldType: 'string', value: 'gabe' } }
  const file = JSON.stringify({ id: 'a', collections: [], items: [{ id: 'b', title: 'Game', favorite: true, credentials: [login, totp] }] })
  expect(await parametersOf(file)).toMatchObject([{ ...steam, issuer: 'Game', account: 'gabe' }])
})

test('tables after KeePass 1 call the name of an entry "Account", and have its account as the login name', async () => {
  const table = `Account,Login Name,Password,Web Site,Comments,TOTP\nAir,ann,x,https://a.example,,${secret}\n`
  expect(await read(table)).toMatchObject([{ name: 'Air', parameters: { issuer: 'Air', account: 'ann' } }])
})

test('the items that the command line of Bitwarden lists have their names, and those in the trash stay there (bw list items)', async () => {
  const item = (name: string, more: object) => ({ object: 'item', type: 1, name, login: { username: 'ann', totp: secret }, ...more })
  const items = [
    item('Air', { notes: 'a note', favorite: true, deletedDate: null }),
    item('Old', { deletedDate: '2026-01-01T00:00:00.000Z' }),
  ]
  expect(await read(JSON.stringify([...items, { object: 'item', type: 2, name: 'Note' }]))).toMatchObject([
    { name: 'Air', parameters: { issuer: 'Air', account: 'ann', secret }, note: 'a note', isFavourite: true },
  ])
})

test('a list of vaults is not of Proton Pass, which has them by id, and its links are read', async () => {
  const file = { vaults: [{ name: 'Team', passwords: [{ name: 'A', customs: [{ value: `otpauth://totp/A:ann?secret=${secret}` }] }] }] }
  expect(await parametersOf(JSON.stringify(file))).toMatchObject([{ account: 'ann', secret }])
})

test('JSON of no known application may have the settings of codes in an object of their own', async () => {
  const otp = { type: 'totp', secret, digits: 8, period: 60, algorithm: 'SHA256' }
  const own = { label: 'bob', secret }
  const file = {
    title: 'Mine',
    first: { service: 'Air', user: 'ann', otp },
    second: { name: 'Own', accounts: { a: own, b: { ...own, label: 'eve' } } },
  }
  expect(await parametersOf(JSON.stringify(file))).toMatchObject([
    { issuer: 'Air', account: 'ann', secret, digits: 8, period: 60, algorithm: 'SHA256' },
    { secret, digits: 6 },
    { secret, digits: 6 },
  ])
})

const keePass = (fields: Record<string, string>) =>
  `<KeePassFile><Root><Group><Name>R</Name><Entry>${Object.entries({ Title: 'A', ...fields })
    .map(([key, value]) => `<String><Key>${key}</Key><Value>${value.replaceAll('&', '&amp;')}</Value></String>`)
    .join('')}</Entry></Group></Root></KeePassFile>`

// "Hello" in each encoding; as Base32 both hexadecimal digits and letters would be a secret too.
test.each<[string, object]>([
  ['key=48656c6c6f&encoding=Hex', { kind: 'totp', secret: 'JBSWY3DP' }],
  ['key=SGVsbG8=&encoding=Base64', { kind: 'totp', secret: 'JBSWY3DP' }],
  ['key=+++/&encoding=Base64', { kind: 'totp', secret: '7PX36' }],
  ['key=Hello&encoding=UTF8', { kind: 'totp', secret: 'JBSWY3DP' }],
  [`key=${secret}&encoding=Base32&step=60&size=8&otpHashMode=Sha256`, { secret, algorithm: 'SHA256', digits: 8, period: 60 }],
  [`key=${secret}&type=Hotp&counter=5`, { kind: 'hotp', secret, counter: 5 }],
  [`key=${secret}&type=Steam&size=5`, steam],
  [`key=${secret}&encoder=steam`, steam],
])('KeeOtp2 writes %s (OtpAuthUtils.migrateToKeeOtp1String)', async (otp, parameters) => {
  expect(await parametersOf(keePass({ otp }))).toMatchObject([parameters])
})

test('KeeOtp2 with an encoding that nobody knows is refused rather than read as Base32', async () => {
  expect(await parametersOf(keePass({ otp: `key=${secret}&encoding=Base58` }))).toEqual(['secret'])
})

test('KeePassXC calls an account without a name "none" (Totp::writeSettings)', async () => {
  const otp = `otpauth://totp/A%20b:none?secret=${secret}&period=30&digits=6&issuer=A%20b`
  const [one] = await parametersOf(keePass({ otp }))
  expect(one).toMatchObject({ issuer: 'A b', secret })
  expect(one).not.toHaveProperty('account')
})

test('2FAuth takes the escapes out of its links, whose label still has the issuer whole (TwoFAccountExportResource)', async () => {
  const uris = [
    `otpauth://totp/AT&T:ann+1@example.org?algorithm=sha1&digits=6&issuer=AT&T&period=30&secret=${secret}`,
    `otpauth://hotp/Disney+:100% ann?counter=7&issuer=Disney+&secret=${secret}`,
  ]
  const file = JSON.stringify({ app: '2fauth_v6.0.0', datetime: 'x', data: uris.map((uri) => ({ uri })) })
  expect(await parametersOf(file)).toMatchObject([
    { issuer: 'AT&T', account: 'ann+1@example.org', secret },
    { kind: 'hotp', issuer: 'Disney+', account: '100% ann', counter: 7, secret },
  ])
})

test('Ente Auth has hashes as its source calls them in keys that an older version wrote (Code._getAlgorithm)', async () => {
  const display = encodeURIComponent(JSON.stringify({ pinned: true, trashed: false, tags: ['work'], note: 'a, b' }))
  const [one] = await read(
    `"otpauth://totp/Host:ann?algorithm=Algorithm.sha256&digits=6&issuer=Host&secret=${secret}&codeDisplay=${display}"\n`,
  )
  expect(one).toMatchObject({ parameters: { algorithm: 'SHA256' }, tags: ['work'], note: 'a, b', isFavourite: true })
})

test('Delinea and Netwrix name the columns of their tables in ways of their own', async () => {
  const delinea = `Secret Name,Username,URL,Password,Notes,Date Created,Expires,Folder,TOTP Key,TOTP Backup Codes\nAir units,ann,https://a.example,x,Level 1,3/9/2020,3/9/2021,Finance,${secret},\n`
  const netwrix = `"Organisationseinheit";"DataTags";"Beschreibung";"Benutzername";"Passwort";"Internetseite";"Informationen";"One-Time Passwort"\n"Team\\Web";"x";"Air units";"ann";"x";"https://a.example";"Level 1";"${secret}"\n`
  const expected = { name: 'Air units', parameters: { issuer: 'Air units', account: 'ann', secret }, note: 'Level 1' }
  expect(await read(delinea)).toMatchObject([{ ...expected, tags: ['Finance'] }])
  for (const table of [netwrix, netwrix.replace('Informationen', 'Kommentare')])
    expect(await read(table)).toMatchObject([{ ...expected, tags: ['Team', 'Web'] }])
})

test.each([
  ['hash algorithm', 'number of digits', 'time interval'],
  ['TOTP algorithm', 'TOTP digits', 'TOTP period'],
  ['Hash function', 'OTP length', 'Period (seconds)'],
])('a table whose settings are called %s, %s and %s makes their codes, not the usual ones', async (...columns) => {
  const table = `name,secret,${columns.join(',')}\nA,${secret},SHA256,8,60\n`
  expect(await parametersOf(table)).toMatchObject([{ algorithm: 'SHA256', digits: 8, period: 60 }])
})

test.each([
  ['Microsoft Entra', 'upn,serial number,secret key,time interval,manufacturer,model', `ann,1,${secret},60,Contoso,Key`],
  ['MYKI', 'url,username,password,additionalInfo,nickname,twofaSecret', `https://a.example,ann,x,,Air,${secret}`],
  ['MYKI of codes alone', 'nickname,additionalInfo,authToken', `Air,,${secret}`],
  ['Codebook', 'Category,Entry,Username,Email,Password,Website,TOTP,Account', `,Air,ann,,x,https://a.example,${secret},17`],
  ['a browser', 'url,username,password,totp', `https://www.air.example/login,ann,x,${secret}`],
  ['AliasVault', 'ServiceName,ServiceUrl,Username,Notes,TwoFactorSecret', `Air,https://a.example,ann,,${secret}`],
])('the table of %s names a key as it does', async (application, head, row) => {
  const [name, period] = application === 'Microsoft Entra' ? ['ann', 60] : [application === 'a browser' ? 'air.example' : 'Air', 30]
  const expected = { name, parameters: { secret, period } }
  expect(await read(`${head}\n${row}\n`)).toMatchObject([expected])
})

test('JSON of no known application may have the settings of codes in an object beside the secret', async () => {
  const keys = [
    { name: 'Air', secret, otp: { account: 'ann', digits: 7, period: 40, algorithm: 'sha256', tokenType: 'TOTP' } },
    { issuer: 'Bank', account: 'ann', secret, timer: { type: 'timer', period: 60 } },
    { issuer: 'Door', account: 'ann', secret, otp: { tokenType: 'HOTP', counter: 7 } },
    { issuer: 'Shop', account: 'ann', secret, policy: { length: 20 } },
    { name: 'Park', data: { secret, otp: { digits: 8, period: 60 } } },
  ]
  expect(await parametersOf(JSON.stringify({ keys }))).toMatchObject([
    { issuer: 'Air', account: 'ann', secret, digits: 7, period: 40, algorithm: 'SHA256' },
    { issuer: 'Bank', account: 'ann', secret, digits: 6, period: 60 },
    { kind: 'hotp', issuer: 'Door', counter: 7 },
    { issuer: 'Shop', digits: 6, period: 30 },
    { issuer: 'Park', digits: 8, period: 60 },
  ])
})

test('a list called tokens is of FreeOTP+ only with its secrets in bytes', async () => {
  const token = { issuer: 'Air', account: 'ann', secret, digits: 8 }
  expect(await parametersOf(JSON.stringify({ tokens: [token] }))).toMatchObject([{ ...token, kind: 'totp' }])
})

test('the first of two issuers in a link counts, as in Aegis and other applications for Android (Uri.getQueryParameter)', async () => {
  const link = `otpauth://totp/Air:ann?secret=${secret}&issuer=Air&issuer=Other`
  expect(await parametersOf(`${link}\n`)).toMatchObject([{ issuer: 'Air', account: 'ann', secret }])
})

test('the browser extension writes the kind of a key as a number into its QR codes (Authenticator-Extension, issue 1398)', async () => {
  const file = `otpauth://1/Air:ann?secret=${secret}&issuer=Air\notpauth://2/Door:ann?secret=${secret}&issuer=Door&counter=7\n`
  expect(await parametersOf(file)).toMatchObject([
    { kind: 'totp', issuer: 'Air', account: 'ann', secret },
    { kind: 'hotp', issuer: 'Door', counter: 7, secret },
  ])
})

test('several links in one line are as many keys', async () => {
  const links = ['Air', 'Bank', 'Door'].map((issuer) => `otpauth://totp/${issuer}:ann?secret=${secret}&issuer=${issuer}`)
  for (const between of [',', '; ', ' '])
    expect(await parametersOf(`# ${links[0]}\n${links.join(between)}\n`)).toMatchObject([
      { issuer: 'Air' },
      { issuer: 'Bank' },
      { issuer: 'Door' },
    ])
})

test('Authme exports its codes as a text in Base64 (interface/windows/export)', async () => {
  const entry = (name: string, issuer: string, type = 'OTP_TOTP') =>
    `\nName:   ${name} \nSecret: ${secret} \nIssuer: ${issuer} \nType:   ${type}\n`
  const codes = toBase64(toBytes([entry('ann', 'Air'), entry('Bänk: ann', ''), entry('ann', 'Door', 'OTP_HOTP')].join('')))
  const file = JSON.stringify({ role: 'codes', encrypted: false, codes, date: '2026', version: 3 })
  expect((await readTransfer(toBytes(file), { name: 'codes.authme' })).format).toBe('Authme')
  expect(await parametersOf(file)).toMatchObject([
    { kind: 'totp', secret, issuer: 'Air', account: 'ann', digits: 6, period: 30 },
    { kind: 'totp', secret, account: 'Bänk: ann' },
    'kind',
  ])
})
