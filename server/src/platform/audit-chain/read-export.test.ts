import { expect, test } from 'vitest'
import type { LinkedRow } from './canonical-row.ts'
import { csvRow } from './export-file.ts'
import { readExportRecord } from './read-export.ts'

test.each(['x;=1+1', "x;'=1+1", 'a|-b', "'=1", 'plain'])('a row of an export that names %s is read as it was written', (name) => {
  const row: LinkedRow = {
    id: 'a',
    happened_at: '2026-11-29T08:00:00.000000Z',
    actor_id: null,
    actor_name: name,
    actor_email: null,
    action: 'key.added',
    target_kind: 'key',
    target_id: null,
    target_name: name,
    before: null,
    after: { name },
    ip: null,
    sequence: 1,
    previous_hash: '0'.repeat(64),
    hash: '1'.repeat(64),
  }
  expect(readExportRecord(csvRow(row, 'Key added'), 'csv')).toMatchObject({ kind: 'row', row })
})
