import { expect, test } from 'vitest'
import { toBytes } from '../opening/bytes.ts'
import { failureOf, readTransfer } from '../read-file.ts'

/** As Aegis (VaultHtmlExporter) and Ente Auth (html_export) write them: a row or a table for each key, with its code as a picture. */
const row = (letters: string) =>
  `<tr><td>Bank</td><td>ann</td><td class='qr'><img src="data:image/png;base64,${letters}\n"/></td><td>6</td></tr>`
const page = `<!DOCTYPE html><html><head><title>Aegis Vault Export</title></head><body><table>${row('AQID')}${row('BAUG')}</table></body></html>`

test('a page for printing is its pictures', async () => {
  const { entries, pictures } = await readTransfer(toBytes(page), { name: 'aegis.html' })
  expect(entries).toEqual([])
  expect(pictures.map((picture) => [...picture])).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
})

test('one that was cut is refused, wherever the cut is', async () => {
  const read: number[] = []
  for (let length = 1; length < page.length; length++) {
    const outcome = await readTransfer(toBytes(page.slice(0, length)), { name: 'aegis.html' }).then(() => 'read', failureOf)
    if (outcome === 'read') read.push(length)
  }
  expect(read).toEqual([])
})

test('a page that has links too is read by its links', async () => {
  const link = 'otpauth://totp/Bank:ann?secret=GEZDGNBVGY3TQOJQ&amp;issuer=Bank'
  const { entries, pictures } = await readTransfer(toBytes(page.replace('<td>6</td>', `<td>${link}</td>`)), { name: 'stratum.html' })
  expect([pictures, entries.map(({ name }) => name)]).toEqual([[], ['Bank']])
})

test.each([
  ['one', 'data:image/png;base64,AQID', [[1, 2, 3]]],
  [
    'one in a line',
    'data:image/png;base64,AQID\r\ndata:image/jpeg;base64,BAUG\n',
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ],
])('addresses that hold a picture, %s, are these pictures', async (_, text, expected) => {
  const { pictures } = await readTransfer(toBytes(text))
  expect(pictures.map((picture) => [...picture])).toEqual(expected)
})
