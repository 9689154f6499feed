import type { PublicKeySet } from '@twofold/contract/public-keys'
import type { IssuerKind } from '@twofold/contract/workload'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { plain } from '../platform/like-pattern.ts'
import { changesRow, countRows } from '../platform/row-counts.ts'

export interface NewIssuer {
  id: string
  name: string
  kind: IssuerKind
  issuer: string
  jwks_host: string | null
  /** JSON. */
  jwks: string | null
  created_by: string
  created_at: Date
}

export interface IssuerRow extends Pick<NewIssuer, 'id' | 'name' | 'kind' | 'issuer' | 'jwks_host' | 'created_at'> {
  /** Pasted ones. */
  jwks: PublicKeySet | null
  trusts: number
  fetched_at: Date | null
}

export function createIssuersRepository(db: Db) {
  return {
    async list(): Promise<IssuerRow[]> {
      const { rows } = await sql<IssuerRow>`
        select issuers.id, issuers.name, issuers.kind, issuers.issuer, issuers.jwks_host, issuers.jwks, issuers.created_at, keys.fetched_at,
          (select count(*)::int from workload_trusts trusts where trusts.issuer_id = issuers.id) as trusts
        from workload_issuers issuers left join issuer_keys keys on keys.issuer_id = issuers.id
        order by ${plain('issuers.name')}, issuers.id`.execute(db)
      return rows
    },
    count: (): Promise<number> => countRows(db.selectFrom('workload_issuers')),
    find: (id: string) =>
      db.selectFrom('workload_issuers').where('id', '=', id).select(['id', 'name', 'kind', 'issuer']).executeTakeFirst(),
    /**
     * The same, locked until the transaction ends, so that it is removed once. Its trusts are locked first, as an exchange does: the token of an
     * exchange under way is then committed, and ends with the others.
     */
    async lock(id: string): Promise<Pick<NewIssuer, 'id' | 'name' | 'kind' | 'issuer'> | undefined> {
      const { rows } = await sql<Pick<NewIssuer, 'id' | 'name' | 'kind' | 'issuer'>>`
        with trusts as materialized (select id from workload_trusts where issuer_id = ${id} order by id for update)
        select id, name, kind, issuer from workload_issuers
        where id = ${id} and (select count(*) from trusts) >= 0 for update of workload_issuers`.execute(db)
      return rows[0]
    },
    listNames: () => db.selectFrom('workload_issuers').select(['id', 'name', 'kind']).orderBy(plain('name')).orderBy('id').execute(),
    /** False: this issuer is there already. */
    put: (issuer: NewIssuer): Promise<boolean> =>
      changesRow(
        db
          .insertInto('workload_issuers')
          .values(issuer)
          .onConflict((on) => on.column('issuer').doNothing()),
      ),
    /** Its trusts are deleted with it; tokens issued through them end. */
    async remove(id: string, now: Date): Promise<void> {
      await sql`
        update access_tokens set revoked_at = ${now}, revoked_because = 'administrator'
        where revoked_at is null and trust_id in (select id from workload_trusts where issuer_id = ${id})`.execute(db)
      await db.deleteFrom('workload_issuers').where('id', '=', id).execute()
    },
  }
}

export type IssuersRepository = ReturnType<typeof createIssuersRepository>
