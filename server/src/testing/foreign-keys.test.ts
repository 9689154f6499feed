import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from './start-test-app.ts'

/** Tables that do not grow with people, keys or e-mails, or keep their rows for minutes: reading one whole is no work. */
const small = [
  'backup_downloads',
  'backups',
  'email_mappings',
  'email_template_translations',
  'email_template_versions',
  'email_templates',
  'email_theme_applications',
  'email_themes',
  'installation_settings',
  'maintenance_windows',
  'oidc_attempts',
  'webauthn_challenges',
]

test('a row that is removed is looked for by an index in every table that refers to it and grows', async () => {
  const app = await startTestApp()
  const { rows } = await sql<{ place: string; name: string }>`
    select keys.conrelid::regclass::text as place, pg_get_constraintdef(keys.oid) as name from pg_constraint keys
    join pg_class referring on referring.oid = keys.conrelid and referring.relnamespace = 'public'::regnamespace
    where keys.contype = 'f' and keys.conparentid = 0 and not exists (
      select from pg_index indexes where indexes.indrelid = keys.conrelid
        and (indexes.indkey::int2[])[0:cardinality(keys.conkey) - 1] @> keys.conkey
        and (indexes.indpred is null or pg_get_expr(indexes.indpred, indexes.indrelid) in (
          select format('(%I IS NOT NULL)', attname) from pg_attribute where attrelid = keys.conrelid and attnum = any (keys.conkey))))
    order by 1, 2`.execute(app.db)
  expect(rows.filter(({ place }) => !small.includes(place))).toEqual([])
  // None is listed in vain.
  expect([...new Set(rows.map(({ place }) => place))]).toEqual(small)
})
