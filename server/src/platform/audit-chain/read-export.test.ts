import { expect, test } from 'vitest'
import type { LinkedRow } from './canonical-row.ts'
import { csvRow, sealRecord, type SealStatement } from './export-file.ts'
import { readExportRecord } from './read-export.ts'
import { createAuditSigner } from './signer.ts'

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

const signer = createAuditSigner({ mac: () => ({ mac: Buffer.alloc(32, 7), version: 1 }) })
const hash = '1'.repeat(64)
const signed_at = '2026-11-29T08:00:00.000Z'
const checkpoint = { kind: 'twofold-audit-checkpoint-1', sequence: 5, hash, signed_at } as const
const beginning = { kind: 'twofold-audit-beginning-1', sequence: 2, hash, until: '2026-10-01T00:00:00.000Z', signed_at } as const
const seal = { kind: 'twofold-audit-export-1', exported_at: signed_at, filters: {}, rows: 3, sha256: hash } as const
/** Hides what stands above it, and writes another fingerprint there. */
const hostile: unknown = '\u001B[2A\r  Key: SHA256:another'

test.each([
  ['is as an export writes it', {}, 'seal'],
  ['is of a moment that is another text', { exported_at: hostile }, 'damaged'],
  ['counts in words', { rows: hostile }, 'damaged'],
  ['is of a checkpoint at another text', { checkpoint: signer.sign({ ...checkpoint, sequence: hostile }) }, 'damaged'],
  ['begins at another text', { beginning: signer.sign({ ...beginning, sequence: hostile }) }, 'damaged'],
  ['begins at a day that is another text', { beginning: signer.sign({ ...beginning, until: hostile }) }, 'damaged'],
])('a seal that %s is read for what it is, also with a valid signature', (_what, change, kind) => {
  const signed = { checkpoint: signer.sign(checkpoint), beginning: signer.sign(beginning) }
  const statement = { ...seal, ...signed, ...change } as SealStatement
  for (const format of ['csv', 'json'] as const)
    expect(readExportRecord(sealRecord(signer.sign(statement), format), format)).toMatchObject({ kind })
})
