import type { Db } from '../../platform/database.ts'

export function createKeptFiguresRepository(db: Db) {
  return {
    list: (names: readonly string[]) =>
      db.selectFrom('kept_figures').where('name', 'in', names).select(['name', 'figures', 'counted_at']).execute(),
    async put(name: string, figures: object, countedAt: Date): Promise<void> {
      const row = { figures: JSON.stringify(figures), counted_at: countedAt }
      await db
        .insertInto('kept_figures')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    },
  }
}

export type KeptFiguresRepository = ReturnType<typeof createKeptFiguresRepository>
