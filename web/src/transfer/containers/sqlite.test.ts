import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { SqliteFile } from './sqlite.ts'

function open(...statements: string[]): SqliteFile {
  const folder = mkdtempSync(join(tmpdir(), 'twofold-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = new DatabaseSync(join(folder, 'any.db'))
  for (const statement of statements) database.exec(statement)
  database.close()
  return new SqliteFile(readFileSync(join(folder, 'any.db')))
}

test('comments and quotes in the definition of a table are no columns', () => {
  const file = open(
    `create table keys (/* don't, (ever] */ id/**/integer primary key, -- it's "that
      "a, b" text /* , */, [c ( d] text default 'x, y', e--
text)`,
    `insert into keys values (7, 'one', 'two', 'three')`,
  )
  expect(file.rows('keys')).toEqual([{ id: 7, 'a, b': 'one', 'c ( d': 'two', e: 'three' }])
})

test.each(['[', '"', "'", '`', '/*'])('a definition of 200 kB with %s again and again is read at once', (mark) => {
  const before = performance.now()
  const file = open(`create table keys (/*${mark.repeat(200_000 / mark.length).replaceAll('*/', '')}*/ id text)`)
  expect(file.has('keys', 'id')).toBe(true)
  expect(performance.now() - before).toBeLessThan(2_000)
})
