import { expect, test } from 'vitest'
import { expectAccessible } from '../testing/axe.ts'
import {
  addAll,
  choose,
  databaseFile,
  dialog,
  enterPassword,
  entries,
  expectCount,
  inDialog,
  linkOf,
  openImport,
  serveVault,
  textFile,
} from '../testing/import-dialog.ts'
import { fromBase64 } from './opening/bytes.ts'
import keePass from './fixtures/formats/keepass-4.kdbx.base64?raw'
import keePassBoth from './fixtures/formats/keepass-4-both.kdbx.base64?raw'
import keePassEmpty from './fixtures/formats/keepass-4-empty.kdbx.base64?raw'
import keyFile from './fixtures/formats/keyfile-2.keyx?raw'
import printedFields from './fixtures/formats/printed-fields.pdf.base64?raw'
import printedImages from './fixtures/formats/printed-images.pdf.base64?raw'

test.each([
  ['as pictures', printedImages],
  ['as fields, as browsers print them', printedFields],
])('the codes in a PDF are read, drawn %s', async (_, text) => {
  serveVault()
  await openImport()
  await choose(new File([Uint8Array.from(fromBase64(text))], 'codes.pdf', { type: 'application/pdf' }))
  await expect.element(dialog.getByText('2 entries from a list of links')).toBeVisible()
  await expectCount(entries, 2)
})

test('nothing of a database leaves the browser before the person agrees, and then only its keys', async () => {
  const { calls, added } = serveVault()
  await openImport()
  await choose(databaseFile(keePass))
  await dialog.getByLabelText('File password').fill('open sesame é')
  await inDialog('Open').click()
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
  expect(calls.map(({ body }) => body.dry_run)).toEqual([true])
  expect(JSON.stringify(calls.map(({ body }) => body))).not.toMatch(/never read|open sesame/)
  await addAll('Add 3 keys')
  expect(added()).toEqual([['Code host', 'Bank', 'Games']])
})

test('a KeePass database is asked for its key file too, in the dialog or chosen with it', async () => {
  serveVault()
  await openImport()
  await choose(databaseFile(keePassBoth))
  await expect
    .element(dialog.getByText('vault.kdbx is a KeePass database. Enter its password, choose its key file, or both.'))
    .toBeVisible()
  await expectAccessible()
  await enterPassword('open sesame é')
  const field = dialog.getByLabelText('File password')
  await expect.element(field).toHaveAccessibleDescription(/Check the password, and whether the database needs a key file\./)
  await choose(textFile(keyFile, 'mine.keyx'))
  await expect.element(dialog.getByText('mine.keyx')).toBeVisible()
  await enterPassword('open sesame é')
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
  await inDialog('Choose another file').click()
  await choose(databaseFile(keePassBoth), textFile(keyFile, 'mine.keyx'))
  await expect.element(dialog.getByText('mine.keyx')).toBeVisible()
  await enterPassword('open sesame é')
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
})

test('a KeePass database with an empty password opens with none', async () => {
  serveVault()
  await openImport()
  await choose(databaseFile(keePassEmpty))
  await inDialog('Open').click()
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
})

test('two files at once come in together, or neither does and the one that cannot be read is named', async () => {
  const { calls } = serveVault()
  await openImport()
  await choose(textFile(linkOf(1), 'one.txt'), textFile('{"header":', 'two.json'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('two.json: This file is damaged or incomplete.')
  expect(calls).toEqual([])
  await choose(textFile(linkOf(1), 'one.txt'), textFile(linkOf(2), 'two.txt'))
  await expectCount(entries, 2)
})
