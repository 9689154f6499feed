import { readCsvLines } from '../containers/csv.ts'
import { readEach } from '../entries/entry-source.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { refuseCutLinks } from './cut-short.ts'
import { readCodes } from './codes-of-item.ts'

/* Tables without a header for each column: rows end in pairs of a name and a value. */

/** Pairs of name and value from a column on. */
const pairsFrom = (row: readonly string[], from: number) =>
  row.slice(from).flatMap((name, at, rest) => (at % 2 === 0 ? [{ name: name.trim(), value: rest[at + 1] ?? '' }] : []))

/** A line that breaks off has no other sign than its last field. */
function linesOf(text: string): string[][] {
  const lines = readCsvLines(text)
  refuseCutLinks(
    text,
    lines.flat().filter((field) => /^otpauth:/i.test(field)),
  )
  return lines
}

/** Folder, title, login, password, address, notes and shared folder, then fields of its own. */
export const keeperTable: ImportFormat<'Keeper'> = {
  name: 'Keeper',
  detects: ({ text = '' }) => /(?:^|,)"?(?:TFC:Keeper|\$?oneTimeCode(?::\d*){0,100})"?,"?(?:otpauth:|[A-Z2-7]{8})/m.test(text),
  reads: ({ text = '' }) => ({
    source: readEach(linesOf(text), (row) => {
      const [folder = '', title, login, , , note, shared = ''] = row
      const pairs = pairsFrom(row, 7)
      const codes = pairs.filter(({ name }) => /^(?:TFC:Keeper|\$?oneTimeCode)/.test(name)).map(({ value }) => value.trim())
      const tags = `${folder}\\${shared.replace(/#.*$/, '')}`.split('\\')
      return readCodes(
        codes,
        { name: title, account: login, note, tags },
        pairs.map(({ value }) => value),
      )
    }),
  }),
}

/** Title, then fields as pairs, and the note last. Its header says no more than that. */
export const enpassTable: ImportFormat<'Enpass'> = {
  name: 'Enpass',
  detects: ({ text = '' }) => /^"?Title"?,"?Field"?,"?Value"?,/i.test(text),
  reads: ({ text = '' }) => ({
    source: readEach(linesOf(text).slice(1), (row) => {
      const fields = pairsFrom(row.slice(0, -1), 1)
      const named = (pattern: RegExp) => fields.filter(({ name }) => pattern.test(name)).map(({ value }) => value.trim())
      return readCodes(
        named(/^\*?(?:totp|one-time code|einmalcode)$/i),
        { name: row[0], account: named(/^\*?(?:username|benutzername|e-?mail)$/i).find((text) => text !== ''), note: row.at(-1) },
        fields.map(({ value }) => value),
      )
    }),
  }),
}
