import { msg } from '@lingui/core/macro'
import { readEach } from '../entries/entry-source.ts'
import { readEntry } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'

/** The JSON file inside the archive of Raivo. Its entries name their period `timer`, and have all numbers and switches as text. */
export const raivo: ImportFormat<'Raivo'> = {
  name: 'Raivo',
  help: msg`The ZIP archive with its password, or the JSON file in it`,
  detects: ({ list: [first = {}] = [] }) => 'secret' in first && 'kind' in first && 'timer' in first,
  reads: ({ list = [] }) => ({
    source: readEach(list, ({ kind, secret, issuer, account, algorithm, digits, timer, counter, pinned }) => [
      readEntry({ kind, secret, issuer, account, algorithm, digits, period: timer, counter, favourite: pinned }),
    ]),
  }),
}
