import { plainText } from '@twofold/contract/plain-text'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { containsPatterns } from './like-pattern.ts'
import { openTestPool, useTestDatabase } from './testing/test-database.ts'

test('the database makes a text plain as the contract does, whatever the letter', async () => {
  const db = openTestPool({ connection: await useTestDatabase(), poolSize: 1, log: pino({ enabled: false }) })
  onTestFinished(() => db.destroy())
  const letters = Array.from({ length: 0x3200 }, (_, point) => String.fromCodePoint(point + 1))
    // Of what Unicode has only just got, the two may not know the same.
    .filter((letter) => /\P{C}/u.test(letter))
    .concat('ÄÖÜ Straße', 'Łódź', 'e\u0301', 'ΣΊΣΥΦΟΣ', 'İstanbul', '👩‍🚀 Ａ')
  const { rows } = await sql<{ plain: string }>`
    select plain_text(letter) as plain from unnest(${letters}::text[]) with ordinality as all_of_them (letter, place) order by place`.execute(
    db,
  )
  const different = letters.filter((letter, index) => rows[index]?.plain !== plainText(letter))
  expect(different).toEqual([])
})

test.each([
  ['Jo Müller', ['%jo muller%']],
  ['100%_\\', ['%100\\%\\_\\\\%']],
  ['１００％', ['%100\\%%']],
  ['bo@bücher.example', ['%bo@bucher.example%', '%bo@xn--bcher-kva.example%']],
  ['@BÜCHER', ['%@bucher%', '%@xn--bcher-kva%']],
])('%j is looked for as %j', (search, patterns) => {
  expect(containsPatterns(search)).toEqual(patterns)
})
