import type { AccessFilters } from '@twofold/contract/admin/access'
import type { Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'
import { ifUnique } from '../../platform/if-unique.ts'
import { countRows } from '../../platform/row-counts.ts'

export function createSavedQuestionsRepository(db: Db) {
  return {
    list: () =>
      db
        .selectFrom('saved_questions')
        .leftJoin('people as users', 'users.id', 'saved_questions.saved_by')
        .select([
          'saved_questions.id',
          'saved_questions.name',
          'saved_questions.filters',
          'saved_questions.created_at',
          'users.name as saved_by_name',
        ])
        .orderBy(plain('saved_questions.name'))
        .execute(),
    count: (): Promise<number> => countRows(db.selectFrom('saved_questions')),
    /** Locks it for a change until the transaction ends. */
    lock: (id: string) => db.selectFrom('saved_questions').where('id', '=', id).select('name').forUpdate().executeTakeFirst(),
    /** False where another question has the name. */
    put: (row: { id: string; name: string; filters: AccessFilters; saved_by: string; created_at: Date }): Promise<boolean> =>
      ifUnique(() =>
        db
          .insertInto('saved_questions')
          .values({ ...row, filters: JSON.stringify(row.filters) })
          .executeTakeFirst(),
      ),
    /** False where another question has the name. */
    rename: (id: string, name: string): Promise<boolean> =>
      ifUnique(() => db.updateTable('saved_questions').set({ name }).where('id', '=', id).executeTakeFirst()),
    async remove(id: string): Promise<void> {
      await db.deleteFrom('saved_questions').where('id', '=', id).execute()
    },
  }
}

export type SavedQuestionsRepository = ReturnType<typeof createSavedQuestionsRepository>
