import { sql } from 'kysely'
import type { TestApp } from './start-test-app.ts'

/** From here on Ann is no administrator once `after` (a column of a table) was updated to what `when` says of the new row. */
export async function demoteAnn(app: Pick<TestApp, 'asOwner'>, { after, when }: { after: string; when: string }): Promise<void> {
  await sql
    .raw(
      `create function demote_ann() returns trigger language plpgsql as $$ begin
        update users set role = 'user' where email = 'ann@example.org'; return new; end $$;
      create trigger demote_ann after update of ${after} for each row when (${when}) execute function demote_ann()`,
    )
    .execute(app.asOwner())
}
