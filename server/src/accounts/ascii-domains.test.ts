import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPerson, startTestApp, testPassword, type TestApp } from '../testing/start-test-app.ts'

const migration = join(import.meta.dirname, '../migrations/0356-domains-of-addresses-are-ascii.sql')
const [unicode, ascii] = ['bo@bücher.example', 'bo@xn--bcher-kva.example']

const canSignIn = async ({ call }: TestApp, email: string) => (await call(signIn, { body: { email, password: testPassword } })).body
const normalizedOf = async (app: TestApp) =>
  (await app.db.selectFrom('users').select('email_normalized').orderBy('id').execute()).map((row) => row.email_normalized)

/** Gives the account the form that its address had in the database before domains were in ASCII. */
const storeAsBefore = (app: TestApp, email: string, before: string) =>
  app.db.updateTable('users').set({ email: before, email_normalized: before }).where('email_normalized', '=', email).execute()

test('an address has one account, whichever way its domain is written, and what is shared with another way reaches it', async () => {
  const app = await startTestApp()
  const [ann] = [await app.signUp('ann@example.org'), await app.signUp(unicode)]
  for (const email of [ascii, 'BO@BÜCHER.example', 'bo@ｂücher．example']) {
    await expect(app.signUp(email)).rejects.toThrow('auth.email_taken')
    expect(await canSignIn(app, email)).toMatchObject({ access_token: expect.any(String) as string })
  }
  expect(await normalizedOf(app)).toEqual(['ann@example.org', ascii])
  const bo = createPerson(app.url, ascii, (await canSignIn(app, ascii)).access_token ?? '')
  const { key } = await ann.addKey('Code host')
  await ann.share(key.id, 'bo@ＢÜCHER.example')
  expect(await bo.visible()).toEqual([key.id])
})

test('addresses from before are turned into that form, but for one that another account has, and everybody still signs in', async () => {
  const app = await startTestApp()
  await app.signUp('cy@xn--mller-kva.example')
  await storeAsBefore(app, 'cy@xn--mller-kva.example', 'cy@müller.example')
  await app.signUp(ascii)
  await storeAsBefore(app, ascii, unicode)
  await app.signUp(ascii)
  await app.signUp('di@xn--y9a3aq.example')
  await storeAsBefore(app, 'di@xn--y9a3aq.example', 'di@հայ.example')

  await sql.raw(await readFile(migration, 'utf8')).execute(app.asOwner())

  expect(await normalizedOf(app)).toEqual(['cy@xn--mller-kva.example', unicode, ascii, 'di@հայ.example'])
  const signedIn = async (email: string) => (await canSignIn(app, email)).user?.email
  expect(await signedIn('cy@müller.example')).toBe('cy@xn--mller-kva.example')
  expect([await signedIn(unicode), await signedIn(ascii), await signedIn('di@հայ.example')]).toEqual([unicode, ascii, 'di@հայ.example'])
})

test('the database turns a domain into ASCII as browsers and servers do, or leaves it alone', async () => {
  const app = await startTestApp()
  const [functions] = (await readFile(migration, 'utf8')).split('\ndo $$')
  await sql.raw(functions ?? '').execute(app.asOwner())
  const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code + 0x80)).filter(
    (letter) => letter.toLowerCase() === letter,
  )
  const others = [
    'bücher.example',
    '例え.テスト',
    'münchen-ost.straße.example',
    'ｅｘａｍｐｌｅ.org',
    'παράδειγμα.δοκιμή',
    'пример.испытание',
    '가나다.kr',
    'דוגמה.example',
    'مثال.example',
    'उदाहरण.परीक्षा',
    'ไทย.example',
    '中中文文',
    'a。b',
  ]
  const domains = [...letters.map((letter) => `a${letter}b.example`), ...letters.map((letter) => `${letter}.example`), ...others]
  const { rows } = await sql<{ domain: string; changed: string | null }>`
    select domain, substring(with_ascii_domain('a@' || domain) from '[^@]*$') as changed from unnest(${domains}::text[]) domain`.execute(
    app.asOwner(),
  )
  const changed = rows.filter((row) => row.changed !== null && row.changed !== row.domain)
  expect(changed.filter((row) => row.changed !== domainToASCII(row.domain))).toEqual([])
  expect(changed.length).toBeGreaterThan(600)
  expect(others.filter((domain) => !changed.some((row) => row.domain === domain))).toEqual([])
})
