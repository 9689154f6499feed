import { expect, test } from 'vitest'
import { archiveOf, deflate, withCost } from '../testing/hostile-files.ts'
import {
  choose,
  databaseFile,
  dialog,
  enterPassword,
  entries,
  expectCount,
  openImport,
  serveVault,
  textFile,
} from '../testing/import-dialog.ts'
import aegis from './fixtures/aegis-encrypted.json?raw'
import hostileSchema from './fixtures/formats/hostile-schema.base64?raw'
import hostileView from './fixtures/formats/hostile-view.base64?raw'
import keePass from './fixtures/formats/keepass-4.kdbx.base64?raw'
import proton from './fixtures/formats/proton-pass.zip.base64?raw'
import { fromBase64 } from './opening/bytes.ts'

/* Files that mean harm or are broken, in the worker of a real browser: each ends in a sentence, nothing is sent, and the dialog takes the next file. */

const link = 'otpauth://totp/Host:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Host'
const unsafe = 'This file is damaged or unsafe to open.'
const damaged = 'This file is damaged or incomplete. Please export it again.'

/** The error shown for a file. Nothing of it has been sent, and the dialog accepts the next one. */
async function refusalOf(file: File, password?: string): Promise<string> {
  const { calls } = serveVault()
  await openImport()
  await choose(file)
  if (password !== undefined) await enterPassword(password)
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  const sentence = (await dialog.getByRole('alert').findElement()).textContent
  expect(calls).toEqual([])
  await choose(textFile(link))
  await expectCount(entries, 1)
  expect(calls.map(({ body }) => body.dry_run)).toEqual([true])
  return sentence
}

test('an archive that grows to more than any export is refused', async () => {
  const packed = await deflate(new Uint8Array(15 * 1024 * 1024).fill(32))
  const bomb = Uint8Array.from(archiveOf(packed, 15 * 1024 * 1024, 6000))
  expect(bomb.length).toBeLessThan(1024 * 1024)
  expect(await refusalOf(new File([bomb], 'bomb.zip'))).toContain(unsafe)
})

test.each(['M', 'I'] as const)('a KeePass database whose derivation asks for a huge %s is refused before that is done', async (name) => {
  const costly = await withCost(fromBase64(keePass), name)
  expect(await refusalOf(new File([costly], 'costly.kdbx'), 'open sesame é')).toContain(unsafe)
})

test('a database that has a view in the place of a table is refused', async () => {
  expect(await refusalOf(databaseFile(hostileView, 'view.db'))).toContain('This is not an export that Twofold knows.')
})

test('a database with a schema that means harm is read by its tables alone', async () => {
  const { calls } = serveVault()
  await openImport()
  await choose(databaseFile(hostileSchema, 'databases'))
  await expect.element(entries.first()).toBeVisible()
  expect(calls.map(({ body }) => body.dry_run)).toEqual([true])
})

/** A sample; every hundredth of every format is cut in formats/cut.test.ts. */
const cuts = [
  ['aegis-encrypted.json', new TextEncoder().encode(aegis)],
  ['vault.kdbx', fromBase64(keePass)],
  ['proton-pass.zip', fromBase64(proton)],
] as const

test.each(cuts.flatMap(([name, bytes]) => [0.35, 0.8, 0.99].map((part) => [name, part, bytes] as const)))(
  '%s that ends at %s of its length is refused, and none of its keys is imported',
  async (name, part, bytes) => {
    const file = new File([Uint8Array.from(bytes.subarray(0, Math.floor(bytes.length * part)))], name)
    const { calls } = serveVault()
    await openImport()
    await choose(file)
    await expect.poll(() => dialog.element().querySelector('[role=alert], input[type=password]')).not.toBeNull()
    if (dialog.getByLabelText('File password').query()) await enterPassword('open sesame é')
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(damaged)
    expect(calls).toEqual([])
  },
)
