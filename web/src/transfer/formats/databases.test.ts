import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { toBytes, toText } from '../opening/bytes.ts'
import { readTransfer } from '../read-file.ts'
import { formatFixture as open, password, host, bank, games, nameOf, parametersOf, failure, rfc } from '../../testing/import-files.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('a KeePass database', () => {
  const read = async (file: string, password: string | undefined, key?: string) =>
    readTransfer(await open(file), {
      name: nameOf(file),
      password,
      companions: { keyFile: key === undefined ? undefined : await open(key) },
    })

  test.each(['keyfile-1.key', 'keyfile-2.keyx', 'keyfile-hex.key', 'keyfile-raw.key.base64'])(
    'with a key file and a password opens with both only: %s',
    async (key) => {
      for (const file of ['keepass-3-both.kdbx.base64', 'keepass-4-both.kdbx.base64']) {
        expect(parametersOf((await read(file, password, key)).entries)).toEqual([host, bank, games])
        expect(await failure(read(file, password))).toBe('key_wrong')
        expect(await failure(read(file, '', key))).toBe('key_wrong')
        expect(await failure(read(file, password, 'keyfile-any.txt'))).toBe('key_wrong')
      }
    },
  )

  test('with a key file alone opens without a password, and any file may be the key', async () => {
    expect(parametersOf((await read('keepass-4-key-file.kdbx.base64', '', 'keyfile-2.keyx')).entries)).toEqual([host, bank, games])
    expect(parametersOf((await read('keepass-4-any-file.kdbx.base64', '', 'keyfile-any.txt')).entries)).toEqual([host, bank, games])
  })

  test.each(['keepass-3-empty.kdbx.base64', 'keepass-4-empty.kdbx.base64'])('%s: opens with an empty password', async (file) => {
    expect(await failure(read(file, undefined))).toBe('key_needed')
    expect(parametersOf((await read(file, '')).entries)).toEqual([host, bank, games])
  })

  test('a key file that was changed or cut is named, not the database', async () => {
    const written = toText(await open('keyfile-2.keyx'))
    const broken = [
      written.replace(/Hash="./, 'Hash="x'),
      written.replace(/Hash="[^"]/, (start) => (start.endsWith('0') ? 'Hash="1' : 'Hash="0')),
      written.slice(0, Math.floor(written.length * 0.7)),
      written.replace(/<Data[^]*<\/Data>/, ''),
    ]
    for (const text of broken) {
      const companions = { keyFile: toBytes(text) }
      expect(await failure(readTransfer(await open('keepass-4-both.kdbx.base64'), { password, companions }))).toBe('key_file_damaged')
    }
  })
})

describe('a SQLite database whose newest rows are in its log', () => {
  const names = Array.from({ length: 9 }, (_, index) => `Issuer ${index}`)

  test('is read with the log beside it, up to what was committed last', async () => {
    const [database, log] = [await open('google-log.db.base64'), await open('google-log.db-wal.base64')]
    expect(await failure(readTransfer(database))).toBe('empty')
    const { entries } = await readTransfer(database, { companions: { log } })
    expect(entries.map((entry) => (entry.ok ? [entry.name, entry.parameters.secret] : entry))).toEqual(names.map((name) => [name, rfc]))
    // A log that was cut, or that is of another time, counts as far as it fits its sums.
    const cut = await readTransfer(database, { companions: { log: log.slice(0, Math.floor(log.length * 0.6)) } })
    expect(names.slice(0, cut.entries.length)).toEqual(cut.entries.map(({ name }) => name))
    const other = log.slice()
    other[40] = (other[40] ?? 0) ^ 1
    expect(await failure(readTransfer(database, { companions: { log: other } }))).toBe('empty')
  })

  test('is read from an archive that has both', async () => {
    expect((await readTransfer(await open('google-log.zip.base64'))).entries.map(({ name }) => name)).toEqual(names)
  })

  test('the log alone is recognized, as is a key file alone', async () => {
    expect(await failure(readTransfer(await open('google-log.db-wal.base64'), { name: 'x.db-wal' }))).toBe('sqlite_log')
    expect(await failure(readTransfer(await open('keyfile-2.keyx'), { name: 'x.keyx' }))).toBe('key_file')
  })
})
