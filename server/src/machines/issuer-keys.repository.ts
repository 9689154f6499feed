import type { Db } from '../platform/database.ts'

/** The copy of an issuer's keys that all nodes share. */
export function createIssuerKeysRepository(db: Db) {
  return {
    find: (issuerId: string) =>
      db.selectFrom('issuer_keys').where('issuer_id', '=', issuerId).select(['jwks', 'fetched_at']).executeTakeFirst(),
    /** Nothing, where the issuer has been removed meanwhile. */
    async put(issuerId: string, jwks: object, now: Date): Promise<void> {
      const values = { jwks: JSON.stringify(jwks), fetched_at: now }
      await db
        .insertInto('issuer_keys')
        .columns(['issuer_id', 'jwks', 'fetched_at'])
        .expression((of) =>
          of
            .selectFrom('workload_issuers')
            .where('id', '=', issuerId)
            .select((one) => [
              'id',
              one.cast<string>(one.val(values.jwks), 'jsonb').as('jwks'),
              one.cast<Date>(one.val(now), 'timestamptz').as('at'),
            ]),
        )
        .onConflict((on) => on.column('issuer_id').doUpdateSet(values))
        .execute()
    },
  }
}

export type IssuerKeysRepository = ReturnType<typeof createIssuerKeysRepository>
