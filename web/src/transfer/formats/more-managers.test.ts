import { describe, expect, test } from 'vitest'
import { toBytes } from '../opening/bytes.ts'
import { failureOf, readTransfer } from '../read-file.ts'

/* Written by hand as each application documents its export, or as its own code writes it. */

const [rfc, hello, other] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']
const link = `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60`
const host = {
  kind: 'totp',
  secret: rfc,
  algorithm: 'SHA512',
  digits: 8,
  period: 60,
  counter: null,
  issuer: 'Code host',
  account: 'ann@example.org',
}
const bank = { kind: 'totp', secret: hello, algorithm: 'SHA1', digits: 6, period: 30, counter: null, issuer: 'Bank', account: 'ann' }

const read = (text: string, name = '') => readTransfer(toBytes(text), { name })

test('Enpass: fields of the type for codes, with folder, note and favorite; what is in its trash stays out', async () => {
  const field = (type: string, value: string) => ({ uid: 1, label: type, type, value, sensitive: 0, deleted: 0 })
  const item = (title: string, totp: string, more: object = {}) => ({
    uuid: title,
    title,
    subtitle: 'x',
    category: 'login',
    template_type: 'login.default',
    favorite: 0,
    trashed: 0,
    note: '',
    fields: [field('username', 'ann'), field('password', 'never read'), field('totp', totp)],
    ...more,
  })
  const items = [
    item('Code host', link, { favorite: 1, note: 'work', folders: ['f1'] }),
    item('Bank', hello),
    item('Gone', other, { trashed: 1 }),
    item('None', ''),
  ]
  const { format, entries } = await read(JSON.stringify({ folders: [{ uuid: 'f1', title: 'Team', parent_uuid: '' }], items }))
  expect(format).toBe('Enpass')
  expect(entries).toMatchObject([
    { name: 'Code host', parameters: host, tags: ['Team'], note: 'work', isFavourite: true },
    { name: 'Bank', parameters: bank, tags: [], note: '', isFavourite: false },
  ])
  expect(entries).toHaveLength(2)
})

test('Keeper: one-time codes among the custom fields, one or several', async () => {
  const records = [
    {
      title: 'Code host',
      notes: 'work',
      $type: 'login',
      login: 'ann',
      password: 'never read',
      login_url: 'https://a.example',
      custom_fields: { '$oneTimeCode::1': link, '$text:Other:1': 'x' },
      folders: [{ folder: 'Team\\Web' }],
    },
    { title: 'Bank', login: 'ann', custom_fields: { '$oneTimeCode::1': [`otpauth://totp/Bank:ann?secret=${hello}&issuer=Bank`] } },
    { title: 'Older', login: 'ann', login_url: '', custom_fields: { 'TFC:Keeper': link } },
    { title: 'None', login: 'ann', login_url: '' },
  ]
  const { format, entries } = await read(JSON.stringify({ shared_folders: [], records }))
  expect(format).toBe('Keeper')
  expect(entries).toMatchObject([
    { name: 'Code host', parameters: host, tags: ['Team', 'Web'], note: 'work' },
    { name: 'Bank', parameters: bank },
    { name: 'Older', parameters: host },
  ])
})

test('Dashlane: the logins of its JSON', async () => {
  const logins = [
    {
      title: 'Code host',
      domain: 'a.example',
      login: 'ann',
      otpUrl: link,
      otpSecret: rfc,
      password: 'never read',
      note: 'work',
      category: 'Team',
    },
    { title: '', domain: 'Bank', login: '', email: 'ann', otpSecret: hello, password: 'never read', note: '' },
    { title: 'None', domain: 'c.example', login: 'ann', password: 'never read' },
  ]
  const { format, entries } = await read(JSON.stringify({ AUTHENTIFIANT: logins, EMAIL: [] }))
  expect(format).toBe('Dashlane')
  expect(entries).toMatchObject([
    { parameters: host, note: 'work', tags: ['Team'] },
    { name: 'Bank', parameters: bank },
  ])
})

test('RoboForm: the key among the fields behind the last column', async () => {
  const text = [
    'Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2',
    `Bank,https://b.example,https://b.example,ann,never read,work,/Team/Web,"User ID$,,,txt,ann","Password$,,,pwd,x","TOTP KEY$,,,txt,${hello}"`,
    'None,https://c.example,,ann,never read,,,"User ID$,,,txt,ann"',
    '',
  ].join('\n')
  const { format, entries } = await read(text)
  expect(format).toBe('RoboForm')
  expect(entries).toMatchObject([{ name: 'Bank', parameters: bank, note: 'work', tags: ['Team', 'Web'] }])
})

test('the browser extension Authenticator: in the order that it shows', async () => {
  const entry = (index: number, more: object) => ({ encrypted: false, hash: `h${index}`, index, counter: 0, pinned: false, ...more })
  const backup = {
    b: entry(1, { issuer: 'Bank::bank.example', account: 'ann', secret: hello, type: 'hotp', counter: 41, digits: 6 }),
    a: entry(0, {
      issuer: 'Code host',
      account: 'ann@example.org',
      secret: rfc,
      type: 'totp',
      algorithm: 'SHA512',
      digits: 8,
      period: 60,
      pinned: true,
    }),
    c: entry(2, { issuer: 'Games', account: 'ann', secret: other, type: 'steam' }),
  }
  const { format, entries } = await read(JSON.stringify(backup))
  expect(format).toBe('Authenticator extension')
  expect(entries).toMatchObject([
    { parameters: host, isFavourite: true },
    { parameters: { ...bank, kind: 'hotp', period: null, counter: 41 } },
    { parameters: { kind: 'steam', digits: 5, issuer: 'Games' } },
  ])
})

test('Symantec VIP: the file of python-vipaccess', async () => {
  const { format, entries } = await read(`version 1\nsecret ${rfc}\nid VSST12345678\nexpiry 2030-01-15T12:00:00.000Z\n`, '.vipaccess')
  expect(format).toBe('Symantec VIP')
  expect(entries).toMatchObject([{ parameters: { secret: rfc, issuer: 'Symantec VIP', account: 'VSST12345678' } }])
})

describe('2FAuth', () => {
  test('its export of links alone, as text or as objects, is read too', async () => {
    for (const data of [[link], [{ uri: link }]])
      expect((await read(JSON.stringify({ app: '2fauth_v5.5.0', datetime: 'x', data }))).entries).toMatchObject([{ parameters: host }])
  })
})

test('tables of managers that leave the codes out say so', async () => {
  const nordPass =
    'name,url,additional_urls,username,password,note,cardholdername,folder,type\nCode host,https://a.example,,ann,x,,,,password\n'
  expect(await read(nordPass).then(() => 'read', failureOf)).toBe('no_codes_in_table')
})
