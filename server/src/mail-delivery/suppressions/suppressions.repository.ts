import { normalizeEmail } from '@twofold/contract/email-address'
import type { Insertable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { readTotal, totalOf } from '../../platform/paging.ts'
import { contains, plain } from '../../platform/like-pattern.ts'
import { changesRow } from '../../platform/row-counts.ts'

export function createSuppressionsRepository(db: Db) {
  /** `search`: any part of the address; undefined: all. */
  const matching = (search: string | undefined) => {
    const rows = db.selectFrom('email_suppressions')
    return search === undefined || search === '' ? rows : rows.where(contains(plain('email'), search))
  }
  const shown = () =>
    db
      .selectFrom('email_suppressions')
      .leftJoin('people', 'people.id', 'email_suppressions.created_by')
      .select([
        'email_suppressions.id',
        'email_suppressions.email',
        'email_suppressions.reason',
        'email_suppressions.detail',
        'email_suppressions.log_id',
        'email_suppressions.created_at',
        'email_suppressions.created_by',
        'people.name as created_by_name',
      ])

  return {
    async list(search: string | undefined, offset: number, limit: number) {
      const found = matching(search)
      const rows = await shown()
        .select(totalOf(found))
        .where(
          'email_suppressions.id',
          'in',
          found.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit),
        )
        .orderBy('email_suppressions.created_at', 'desc')
        .orderBy('email_suppressions.id', 'desc')
        .execute()
      return { rows, total: await readTotal(rows, offset, found) }
    },
    find: (id: string) => shown().where('email_suppressions.id', '=', id).executeTakeFirst(),
    /**
     * False: the address is on the list already, and keeps its first reason. Only a hard bounce overrides a complaint, because e-mail that an account
     * depends on still goes to somebody who complained: so the order of arrival does not matter.
     */
    put: (suppression: Insertable<Database['email_suppressions']>): Promise<boolean> =>
      changesRow(
        db
          .insertInto('email_suppressions')
          .values({ ...suppression, email: normalizeEmail(suppression.email) })
          .onConflict((conflict) =>
            conflict
              .column('email')
              .doUpdateSet(({ ref }) => ({
                reason: ref('excluded.reason'),
                detail: ref('excluded.detail'),
                log_id: ref('excluded.log_id'),
              }))
              .where('email_suppressions.reason', '=', 'complaint')
              .where('excluded.reason', '=', 'bounce'),
          ),
      ),
    /** False: there is no such entry. */
    remove: (id: string): Promise<boolean> => changesRow(db.deleteFrom('email_suppressions').where('id', '=', id)),
  }
}

export type SuppressionsRepository = ReturnType<typeof createSuppressionsRepository>
