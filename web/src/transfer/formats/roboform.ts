import { msg } from '@lingui/core/macro'
import { betweenBeyond, beyond } from '../containers/csv.ts'
import { readEach } from '../entries/entry-source.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { readCodes } from './codes-of-item.ts'

/** RoboForm has the key among the fields that it puts behind its last column: `TOTP KEY$,,,txt,SECRET`. */
export const roboFormTable: ImportFormat<'RoboForm'> = {
  name: 'RoboForm',
  help: msg`Options, Account & Data, Export: CSV. Passwords in it are not read.`,
  detects: ({ csv }) => ['name', 'login', 'pwd', 'rffieldsv2'].every((column) => csv?.columns.has(column)),
  reads: ({ csv }) => ({
    source: readEach(csv?.readRows() ?? [], (row) => {
      const fields = [row.get('rffieldsv2') ?? '', ...(row.get(beyond) ?? '').split(betweenBeyond)].map((field) => field.split(','))
      const totp = fields.find(([name]) => name === 'TOTP KEY$')?.[4]?.trim() ?? ''
      const tags = (row.get('folder') ?? '').split('/').filter((tag) => tag !== '')
      // It prefixes values that a spreadsheet would take for a formula.
      const account = row.get('login')?.replace(/^'(?=['@])/, '')
      const fileData = { name: row.get('name'), account, note: row.get('note'), tags }
      return readCodes(
        [totp],
        fileData,
        fields.map((field) => field[4]),
      )
    }),
  }),
}
