import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startEmailApp } from '../testing/start-email-app.ts'

const migration = join(import.meta.dirname, '../../migrations/0324-addresses-are-composed.sql')
/** "ü" and "é", each as a letter and a mark, and as one. */
const [decomposed, composed] = ['mu\u0308ller@re\u0301sume\u0301.example', 'm\u00fcller@r\u00e9sum\u00e9.example']

test('addresses from before they were composed are composed, and of suppressions that become the same one stays', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  await app.db.updateTable('users').set({ email: decomposed }).where('email', '=', bo.email).execute()
  const half = 'mu\u0308ller@r\u00e9sum\u00e9.example'
  for (const email of [decomposed, half, 'jo\u0308@example.org', 'ann@example.org'])
    await app.db.insertInto('email_suppressions').values({ id: uuid(), email, reason: 'bounce', created_at: new Date() }).execute()

  await sql.raw(await readFile(migration, 'utf8')).execute(app.asOwner())

  const stored = await app.db.selectFrom('email_suppressions').select('email').orderBy('email').execute()
  expect(stored.map(({ email }) => email)).toEqual(['ann@example.org', 'j\u00f6@example.org', composed])
  expect(await app.db.selectFrom('users').where('email', '=', composed).select('name').execute()).toHaveLength(1)
})
