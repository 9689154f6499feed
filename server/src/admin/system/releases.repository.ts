import type { Db } from '../../platform/database.ts'

export interface ReleaseRow {
  checked_at: Date
  read_at: Date | null
  version: string | null
  url: string | null
  title: string | null
  published_at: Date | null
  error: string | null
  told_version: string | null
}

const columns = ['checked_at', 'read_at', 'version', 'url', 'title', 'published_at', 'error', 'told_version'] as const

export function createReleasesRepository(db: Db) {
  return {
    find: (): Promise<ReleaseRow | undefined> => db.selectFrom('release_feed').select(columns).executeTakeFirst(),

    /** Notes what is given and leaves the rest as it was. Answers the whole, held until the transaction ends. */
    note: (change: Partial<ReleaseRow> & { checked_at: Date }): Promise<ReleaseRow> =>
      db
        .insertInto('release_feed')
        .values(change)
        .onConflict((conflict) => conflict.column('is_only').doUpdateSet(change))
        .returning(columns)
        .executeTakeFirstOrThrow(),
  }
}

export type ReleasesRepository = ReturnType<typeof createReleasesRepository>
