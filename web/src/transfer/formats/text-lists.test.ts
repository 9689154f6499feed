import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { usual, plain, host, plainBank, games, parametersOf, failure, readText, rfc, hello, other } from '../../testing/import-files.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('lists in text', () => {
  const link = `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60`
  const quoted = `"${link}"`

  test.each([
    [
      'Bitwarden',
      `folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\nTeam,1,login,Any,work,,0,,ann,x,${link}\nTeam,,login,None,,,0,,ann,x,\n`,
    ],
    [
      'LastPass',
      `url,username,password,totp,extra,name,grouping,fav\r\nhttps://a.example,ann@example.org,x,${rfc},"a ""note""\r\nof two lines",Code host,Team,1\r\n`,
    ],
    ['Apple Passwords', `Title,URL,Username,Password,Notes,OTPAuth\nCode host,https://a.example,ann@example.org,x,,${quoted}\n`],
    [
      'KeePass',
      `"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"\n"Root/Team","Code host","ann@example.org","x","","",${quoted},"0","",""\n`,
    ],
    [
      'Proton Pass',
      `type,name,url,email,username,password,note,totp,createTime,modifyTime,vault\nlogin,Code host,,a@b.example,ann@example.org,x,,${link},1,1,Personal\n`,
    ],
    [
      '1Password',
      `Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nCode host,,ann@example.org,x,${link},true,false,Team,\n`,
    ],
    ['Dashlane', `username,username2,username3,title,password,note,url,category,otpUrl\nann@example.org,,,Code host,x,,,Team,${link}\n`],
    ['a table', `\ufeffsep=;\nissuer;account;secret\nCode host;ann@example.org;${rfc}\n`],
    ['a table', `Service\tUser name\tTOTP\nCode host\tann@example.org\t${rfc.toLowerCase()}`],
  ])('a table of %s', async (application, text) => {
    const { format, entries } = await readText(text)
    expect([format, entries.length]).toEqual([application, 1])
    expect(parametersOf(entries)).toEqual([text.includes(link) ? host : plain])
  })

  test('a table that has passwords only is refused with the reason, and one that was cut with another', async () => {
    expect(await failure(readText('name,url,username,password,note\nCode host,https://a.example,ann,x,\n'))).toBe('no_codes_in_table')
    expect(await failure(readText(`Title,URL,Username,Password,Notes,OTPAuth\nCode host,https://a.exa`))).toBe('damaged')
    expect(await failure(readText(`Title,URL,Username,Password,Notes,OTPAuth\nCode host,,,,"cut in quotes`))).toBe('damaged')
  })

  const wide = (...rows: string[]) => ['Title,OTPAuth,Username,Password,Notes', ...rows].join('\r\n')
  const row = `Code host,${rfc},ann@example.org`

  test('a table whose rows lack their empty fields at the end, as Excel leaves them, is whole', async () => {
    const { entries } = await readText(wide(row, `${row},x,a note`, `${row},`, ''))
    expect(parametersOf(entries)).toEqual([plain, plain, plain])
  })

  test.each([
    ['in the middle of its last row', wide(`${row},x,a note`, row)],
    ['by a line break of a note that nothing quotes', wide(`Code host,${rfc},ann@example.org,x,a`, 'Other,b', 'c,d,e,f', '')],
    ['by several of them', wide('Code host,a', 'b', `c,${rfc},x,y`, '')],
  ])('a table that breaks %s is damaged', async (_, text) => {
    expect(await failure(readText(text))).toBe('damaged')
  })

  test.each([',', ';'])('a table of "%s" with each of its lines in quotes, as spreadsheets leave it, is read', async (separator) => {
    const lines = [
      ['issuer', 'account', 'secret', 'note'],
      ['Code host', 'ann@example.org', rfc, `"a ""b""${separator}\nc"`],
    ].map((fields) => `"${fields.join(separator).replaceAll('"', '""')}"`)
    const { entries } = await readText(`${lines.join('\r\n')}\r\n`)
    expect(entries).toMatchObject([{ parameters: plain, note: `a "b"${separator}\nc` }])
  })

  test('JSON of applications that say little', async () => {
    const lists: [string, object, object[]][] = [
      ['Bitwarden', { folders: [], items: [{ type: 1, name: 'Code host', login: { username: 'ann@example.org', totp: rfc } }] }, [plain]],
      [
        '2FAS',
        { schemaVersion: 1, services: [{ name: 'Code host', secret: rfc, type: 'Unknown', otp: { label: 'Code host:ann@example.org' } }] },
        [plain],
      ],
      [
        'Duo',
        [
          { accountType: 'OtpAccount', name: 'ann', otpGenerator: { otpSecret: hello, counter: 41 } },
          { accountType: 'DuoAccount', name: 'Work', pkey: 'x' },
        ],
        [{ ...plainBank, issuer: undefined }],
      ],
      [
        'LastPass Authenticator',
        {
          version: 1,
          accounts: [
            {
              issuerName: '',
              originalIssuerName: 'Code host',
              userName: 'ann@example.org',
              secret: rfc,
              timeStep: '60',
              digits: 8,
              algorithm: 'sha512',
            },
          ],
          folders: [],
        },
        [host],
      ],
      [
        'Steam',
        { accounts: { a: { shared_secret: 'VGVzdFNlY3JldFRlc3RTZWNyZXQ=', account_name: 'ann' } } },
        [{ ...games, issuer: 'Steam' }],
      ],
      [
        '2FAuth',
        {
          app: '2fauth_v5.0.0',
          schema: 1,
          data: [
            {
              otp_type: 'totp',
              account: 'ann@example.org',
              service: 'Code host',
              secret: rfc,
              digits: 8,
              algorithm: 'sha512',
              period: 60,
              counter: null,
            },
            { otp_type: 'steamtotp', account: 'ann', service: 'Games', secret: other, digits: 5, algorithm: 'sha1', period: 30 },
          ],
        },
        [host, games],
      ],
      [
        'FreeOTP+',
        { tokenOrder: [], tokens: [{ secret: [84, 101], label: 'a', type: 'TOTP' }] },
        [{ ...usual, secret: 'KRSQ', account: 'a' }],
      ],
    ]
    for (const [application, json, expected] of lists) {
      const { format, entries } = await readText(`\ufeff${JSON.stringify(json)}\r\n`)
      expect(format).toBe(application)
      expect(entries.map((entry) => (entry.ok ? entry.parameters : entry))).toEqual(
        expected.map((one) => JSON.parse(JSON.stringify(one)) as object),
      )
    }
  })

  test('links in a page or among other text are found, each once', async () => {
    const page = `<!doctype html><p>${link.replaceAll('&', '&amp;')}</p><a href="${link.replaceAll('&', '&amp;')}">x</a>`
    expect(parametersOf((await readText(page)).entries)).toEqual([host])
    expect(parametersOf((await readText(`My key: ${link}, and that is all.`)).entries)).toEqual([host])
    expect(parametersOf((await readText(`Keys, of mine, "all" of them:\n- ${link}\n`)).entries)).toEqual([host])
  })

  test('WinAuth has one name for a key, which is that of the service', async () => {
    const { format, entries } = await readText(`otpauth://totp/Code%20host?secret=${rfc}&digits=6\n`, 'winauth-2024-01-01.txt')
    expect([format, ...parametersOf(entries)]).toEqual(['WinAuth', { ...usual, secret: rfc, issuer: 'Code host' }])
  })
})
