import { describe, expect, test } from 'vitest'
import { toBytes } from '../opening/bytes.ts'
import { readTransfer } from '../read-file.ts'

/* Additional data that applications store with a key, written by hand as each documents its file. */

const [rfc, hello, other] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']
const signed = (text: string) => [...toBytes(text)]
const read = async (text: string | object, name = '') =>
  (await readTransfer(toBytes(typeof text === 'string' ? text : JSON.stringify(text)), { name })).entries
const link = (name: string, display?: object) =>
  `otpauth://totp/${name}:ann?secret=${rfc}&issuer=${name}${display ? `&codeDisplay=${encodeURIComponent(JSON.stringify(display))}` : ''}`

/** An entry as andOTP writes it. */
const andOtp = { secret: rfc, issuer: 'A', label: 'ann', digits: 6, type: 'TOTP', algorithm: 'SHA1' }

describe('the order of keys is that of the other application', () => {
  const stratum = (Issuer: string, Ranking: number) => ({
    Type: 2,
    Issuer,
    Username: 'ann',
    Secret: rfc,
    Algorithm: 0,
    Digits: 6,
    Period: 30,
    Ranking,
  })
  const lastPass = (issuerName: string, position: number) => ({
    issuerName,
    userName: 'ann',
    secret: rfc,
    timeStep: 30,
    digits: 6,
    algorithm: 'SHA1',
    folderData: { folderId: 1, position },
  })
  const twofas = (name: string, position: number) => ({ name, secret: rfc, otp: { tokenType: 'TOTP' }, order: { position } })
  const freeOtp = (issuerExt: string) => ({
    algo: 'SHA1',
    counter: 0,
    digits: 6,
    issuerExt,
    label: 'ann',
    period: 30,
    secret: signed('12345678901234567890'),
    type: 'TOTP',
  })
  const escaped = (value: object) => JSON.stringify(value).replaceAll('"', '&quot;')
  test.each<[string, string | object]>([
    ['2FAS', { schemaVersion: 4, services: [twofas('C', 2), twofas('A', 0), twofas('B', 1)], groups: [] }],
    ['Stratum', { Authenticators: [stratum('C', 2), stratum('A', 0), stratum('B', 1)] }],
    ['LastPass Authenticator', { version: 3, accounts: [lastPass('C', 2), lastPass('A', 0), lastPass('B', 1)], folders: [] }],
    ['FreeOTP+', { tokenOrder: ['A:ann', 'B:ann', 'C:ann'], tokens: [freeOtp('C'), freeOtp('A'), freeOtp('B')] }],
    [
      'FreeOTP',
      `<?xml version='1.0'?><map><string name="C:ann">${escaped(freeOtp('C'))}</string><string name="A:ann">${escaped(freeOtp('A'))}</string><string name="B:ann">${escaped(freeOtp('B'))}</string><string name="tokenOrder">${escaped(['A:ann', 'B:ann', 'C:ann'])}</string></map>`,
    ],
    ['Ente Auth, once a key was moved', `${link('C', { position: 2 })}\n${link('A', { position: 0 })}\n${link('B', { position: 1 })}\n`],
    ['Ente Auth, as its file has them', `${link('A', { position: 0 })}\n${link('B', {})}\n${link('C', { position: 0 })}\n`],
    ['a list of links', `${link('A')}\n${link('B')}\n${link('C')}\n`],
  ])('%s', async (_, file) => {
    expect((await read(file)).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  })
})

describe('folders, tags, notes and favourites come along, and the trash does not', () => {
  test('Aegis: groups by their id, and before version 3 by their name', async () => {
    const entry = (more: object) => ({
      type: 'totp',
      name: 'ann',
      issuer: 'A',
      info: { secret: rfc, algo: 'SHA1', digits: 6, period: 30 },
      ...more,
    })
    const groups = [
      { uuid: 'g1', name: 'Team' },
      { uuid: 'g2', name: 'Öffentlich' },
    ]
    const entries = [entry({ note: 'work', favorite: true, groups: ['g2', 'g1'] }), entry({ group: 'Old', info: { secret: hello } })]
    expect(await read({ version: 1, header: {}, db: { version: 3, entries, groups } })).toMatchObject([
      { tags: ['Öffentlich', 'Team'], note: 'work', isFavourite: true },
      { tags: ['Old'], note: '', isFavourite: false },
    ])
  })

  test('Bitwarden: folder and collections, notes, favourites; what was deleted stays out', async () => {
    const item = (name: string, totp: string, more: object = {}) => ({
      type: 1,
      name,
      notes: null,
      favorite: false,
      login: { username: 'ann', totp },
      ...more,
    })
    const items = [
      item('A', rfc, { folderId: 'f', collectionIds: ['c'], notes: 'work', favorite: true }),
      item('B', hello, { folderId: null }),
      item('C', other, { deletedDate: '2026-01-01T00:00:00.000Z' }),
    ]
    expect(
      await read({ encrypted: false, folders: [{ id: 'f', name: 'Mine' }], collections: [{ id: 'c', name: 'Team' }], items }),
    ).toMatchObject([
      { name: 'A', tags: ['Mine', 'Team'], note: 'work', isFavourite: true },
      { name: 'B', tags: [], note: '', isFavourite: false },
    ])
  })

  test('LastPass Authenticator and andOTP: folders and tags; a folder of everybody is none', async () => {
    const account = (folderId: number, more: object = {}) => ({
      issuerName: 'A',
      userName: 'ann',
      secret: rfc,
      timeStep: 30,
      digits: 6,
      algorithm: 'SHA1',
      folderData: { folderId, position: 0 },
      ...more,
    })
    const folders = [
      { id: 1, name: 'Other Accounts' },
      { id: 2, name: 'Work' },
    ]
    expect(await read({ version: 3, accounts: [account(2, { isFavorite: true }), account(1)], folders })).toMatchObject([
      { tags: ['Work'], isFavourite: true },
      { tags: [], isFavourite: false },
    ])
    expect(await read([{ ...andOtp, thumbnail: 'Default', period: 30, tags: ['Work', 'Team'] }])).toMatchObject([
      { tags: ['Work', 'Team'] },
    ])
  })

  test('KeePassXC: the groups of its table, without the recycle bin', async () => {
    const row = (group: string, title: string) => `"${group}","${title}","ann","x","","note","${rfc}","0","",""`
    const text = [
      '"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"',
      row('Passwords/Team', 'A'),
      row('Passwords/Recycle Bin', 'Gone'),
      '',
    ].join('\n')
    expect(await read(text)).toMatchObject([{ name: 'A', tags: ['Passwords', 'Team'], note: 'note' }])
  })

  test('a long folder name is cut to its beginning', async () => {
    expect(await read([{ ...andOtp, tags: [`${'long '.repeat(8)}end`, '😀'.repeat(21)] }])).toMatchObject([
      { tags: ['long long long long long long long long', '😀'.repeat(20)] },
    ])
  })
})

test('links that were copied out of a page keep their parameters', async () => {
  const copied = `otpauth://totp/A:ann?secret=${rfc}&amp;issuer=A&amp;digits=8&amp;period=60\n`
  expect(await read(copied)).toMatchObject([{ parameters: { digits: 8, period: 60, issuer: 'A' } }])
})

describe('a link in the note beside a code of its own leaves the note and is a key too', () => {
  const notes = `work\n${link('B')}`
  const basic = (fields: object) => ({ version: { major: 1, minor: 0 }, accounts: [{ collections: [], items: [fields] }] })
  const files: [name: string, file: string | object][] = [
    ['Psono', { items: [{ type: 'totp', name: 'A', totp_title: 'A', totp_code: hello, totp_notes: notes }] }],
    [
      'Credential Exchange',
      basic({
        title: 'A',
        credentials: [
          { type: 'totp', secret: hello, period: 30, digits: 6, algorithm: 'sha1' },
          { type: 'note', content: { fieldType: 'string', value: notes } },
        ],
      }),
    ],
    ['a table', `name,secret,digits,notes\nA,${hello},6,"${notes}"\n`],
    ['a table without settings', `name,secret,notes\nA,${hello},"${notes}"\n`],
    ['Passman', [{ label: 'A', renew_interval: 0, description: notes, otp: { secret: hello } }]],
  ]
  test.each(files)('%s', async (_, file) => {
    expect(await read(file)).toMatchObject([
      { name: 'A', note: 'work', parameters: { secret: hello } },
      { name: 'A', note: 'work', parameters: { secret: rfc, issuer: 'B' } },
    ])
  })
})
