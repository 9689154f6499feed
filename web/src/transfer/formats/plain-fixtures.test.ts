import { expect, test, vi } from 'vitest'
import { fromBase64, toBytes } from '../opening/bytes.ts'
import type { ReadEntry } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { readTransfer } from '../read-file.ts'
import { importFormats } from './formats.ts'

/* The fixtures are written by web/import-fixtures-plain.py, after the source of each application, which knows nothing of our readers. */
const plain = import.meta.glob<string>('../fixtures/plain/*', { query: '?raw', import: 'default' })
const sealed = import.meta.glob<string>(['../fixtures/formats/*', '../fixtures/*.*'], { query: '?raw', import: 'default' })
const [rfc, hello, other] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']
const host = 'Code host/ann@example.org totp SHA512 8 60 ' + rfc
const plainHost = 'Code host/ann@example.org totp SHA1 6 30 ' + rfc
const bank = 'Bank/ann hotp SHA256 7 #41 ' + hello
const games = 'Games/ann steam SHA1 5 30 ' + other
const plainKey = 'Plain/ann totp SHA1 6 30 ' + hello
/** Descriptive data of a key: tags, note, favorite. */
const [team, note, star, icon] = [' [Team]', ' (work)', ' *', ' +icon']

/** All that was read of an entry, in a line. */
function lineOf(entry: ReadEntry): string {
  if (!entry.ok) return `${entry.name} refused: ${entry.refusal}`
  const { issuer = '', account = '', kind, algorithm, digits, period, counter, secret } = entry.parameters
  const tags = entry.tags.length > 0 ? ` [${entry.tags.join(', ')}]` : ''
  const marks = `${tags}${entry.note && ` (${entry.note})`}${entry.isFavourite ? star : ''}${entry.icon ? icon : ''}`
  return `${issuer}/${account} ${kind} ${algorithm} ${digits} ${counter === null ? period : `#${counter}`} ${secret}${marks}`
}

const files: [file: string, application: string, lines: string[]][] = [
  ['aegis.json', 'Aegis', [host + team + note + star + icon, bank, games, 'Old refused: kind']],
  ['2fas-4.2fas', '2FAS', [host + team, bank, games]],
  ['2fas-ios.2fas', '2FAS', [host + team, plainKey.replace('/ann', '/')]],
  ['andotp.json', 'andOTP', [host + team, bank, games]],
  ['ente.txt', 'Ente Auth', [host + team + note + star, bank, games]],
  ['proton-authenticator.json', 'Proton Authenticator', [host + note, games.replace('Games/ann', 'Steam/Games')]],
  ['duo.json', 'Duo', [plainHost, '/ann hotp SHA1 6 #41 ' + hello]],
  ['lastpass-authenticator.json', 'LastPass Authenticator', [host + team + star, plainKey]],
  ['76561198000000000.maFile', 'Steam', [games.replace('Games', 'Steam')]],
  ['2fauth.json', '2FAuth', [host + icon, bank, games]],
  ['2fauth-links.json', '2FAuth', [host, bank]],
  ['authenticator-extension.json', 'Authenticator extension', [host + star, bank, games]],
  ['bitwarden.json', 'Bitwarden', [host + team + note + star, games, bank]],
  ['bitwarden-authenticator.json', 'Bitwarden', [host + star]],
  ['bitwarden-authenticator.csv', 'Bitwarden', [host + star]],
  ['bitwarden.csv', 'Bitwarden', [host + team + note + star]],
  ['lastpass.csv', 'LastPass', [`${plainHost} [Team, Web]${note}${star}`]],
  ['apple.csv', 'Apple Passwords', [host + note]],
  ['keepassxc.csv', 'KeePass', [`${host} [Passwords, Team]${note}`]],
  ['1password.csv', '1Password', [`${host} [Team, Web]${note}${star}`]],
  ['proton-pass.csv', 'Proton Pass', [`${host} [Personal]${note}`]],
  ['dashlane.csv', 'Dashlane', [host + team + note]],
  ['dashlane.json', 'Dashlane', [host + note]],
  ['enpass.json', 'Enpass', [host + team + note + star]],
  ['keeper.json', 'Keeper', [host + team + note, bank]],
  ['nordpass.csv', 'NordPass', [host + team + note]],
  ['buttercup.csv', 'Buttercup', [host + team]],
  ['otpclient.json', 'andOTP', [host, bank]],
  ['psono.json', 'Psono', [plainKey.replace('/ann', '/'), host + team + note]],
  ...['passman.json', 'passman.csv'].map((file): [string, string, string[]] => [
    file,
    'Passman',
    [host + team + note + icon, plainKey + note, bank, 'Back again refused: counter'],
  ]),
  ['roboform.csv', 'RoboForm', [plainKey.replace('/ann', '/@ann') + team + note]],
  ['zoho-vault.csv', 'a table', [host + team + note + star]],
  ['credential-exchange.json', 'Credential Exchange', [host + team + note + star, plainKey]],
  ['safe-in-cloud.xml', 'SafeInCloud', [host + team + note + star, plainKey]],
  ['delinea.xml', 'Delinea Secret Server', [plainHost + ' [Work, Team]' + note, plainKey]],
  ['keeper.csv', 'Keeper', [host + team + note, bank + team]],
  ['enpass.csv', 'Enpass', [plainKey + note]],
  ['synology.csv', 'a table', [host + note + star]],
  ['keepass-hotp.csv', 'a table', [`Bank/ann hotp SHA1 6 #41 ${hello}${team}`]],
  ['codes.authme', 'Authme', [plainHost, plainKey]],
  ['vipaccess.vipaccess', 'Symantec VIP', ['Symantec VIP/VSST12345678 totp SHA1 6 30 ' + rfc]],
  ['extracted.csv', 'a table', [host, bank]],
  ['extracted.json', 'a table', [host, bank]],
  ['spreadsheet.csv', 'a table', [host, bank, games]],
  ['chrome.csv', 'Chrome', [bank + note]],
  ['winauth-2026-01-15.txt', 'WinAuth', [host.replace('ann@example.org', ''), bank.replace('/ann', '/')]],
  ['links.txt', 'links', [host, bank, games]],
]

const read = async (path: string, open: (() => Promise<string>) | undefined) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const text = (await open?.()) ?? ''
  const isBinary = name.endsWith('.base64')
  return readTransfer(isBinary ? fromBase64(text) : toBytes(text), { name: name.replace('.base64', ''), password: 'open sesame é' })
}

test.each(files)('%s is read as %s, with all that the application writes', async (file, application, lines) => {
  const { format, entries } = await read(file, plain[`../fixtures/plain/${file}`])
  expect([format, ...entries.map(lineOf)]).toEqual([application, ...lines])
})

test('the migration link of Google Authenticator, whose keys are parts of an export', async () => {
  const { parts } = await read('google.txt', plain['../fixtures/plain/google.txt'])
  expect(parts).toMatchObject([{ batch: 1_234_567, index: 0, size: 1 }])
  expect(parts[0]?.entries).toMatchObject([
    {
      ok: true,
      parameters: { kind: 'totp', secret: rfc, algorithm: 'SHA512', digits: 8, issuer: 'Code host', account: 'ann@example.org' },
    },
    { ok: true, parameters: { kind: 'hotp', secret: hello, algorithm: 'SHA256', digits: 6, counter: 41, issuer: 'Bank', account: 'ann' } },
  ])
})

test('every file of that folder is among these, and every format reads a file of an independent writer', async () => {
  const named = Object.keys(plain).map((path) => path.slice(path.lastIndexOf('/') + 1))
  expect(named.toSorted()).toEqual([...files.map(([file]) => file), 'google.txt'].toSorted())
  const readings = importFormats.map((format) => vi.spyOn(format as ImportFormat, 'reads'))
  for (const [path, open] of [...Object.entries(plain), ...Object.entries(sealed)]) await read(path, open).catch(() => undefined)
  const without = importFormats.filter((_, place) => readings[place]?.mock.calls.length === 0).map(({ name }) => name)
  // Our own file has nobody else to write it, and links in texts and in JSON are of no application.
  expect(without).toEqual(['Twofold', 'links', 'links'])
})
