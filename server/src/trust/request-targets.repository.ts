import type { RequestState } from '@twofold/contract/admin/requests'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { hasAnyKey, hasHadKeySql } from './has-had-key.repository.ts'
import type { Target } from '../platform/approval.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { findsRow } from '../platform/row-counts.ts'

const mostKeyNames = 50

export interface Administrator {
  id: string
  name: string
  email: string
  secrets_closed_until: Date | null
  codes_closed_until: Date | null
  has_second_factor: boolean
}

/** The people that a request is about, and other possible approvers. */
export function createRequestTargets(db: Db) {
  const administrators = () =>
    db.selectFrom('people').where('role', '=', 'admin').where('is_active', '=', true).where('deleted_at', 'is', null)

  const locked = () =>
    administrators().select(['id', 'name', 'email', 'secrets_closed_until', 'codes_closed_until', 'has_second_factor']).forShare()
  const inState = (id: string, state: RequestState) =>
    db.selectFrom('requests').where('requests.id', '=', id).where('requests.state', '=', state)

  return {
    hasAnyKey: () => hasAnyKey(db),
    async findTarget(id: string, { deleted = false } = {}): Promise<Target | undefined> {
      const { rows } = await sql<Target>`
        select id, name, email, role, is_active,
          ${hasHadKeySql(sql.ref('u.id'))} as has_had_key,
          exists (select from once_shared_keys where owner_id = u.id) as has_shared_keys
        from people u where id = ${id} and (deleted_at is not null) = ${deleted}`.execute(db)
      return rows[0]
    },
    async listKeyNames(ownerId: string, ids: readonly string[] | undefined): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        select name from ${ids === undefined ? sql`undecided_keys` : sql`counted_keys`}
        where owner_id = ${ownerId} and (${ids === undefined} or id = any(${ids ?? []}::uuid[]))
        order by name, id ${rowsAtMost(mostKeyNames)}`.execute(db)
      return rows.map(({ name }) => name)
    },
    async judgeMany(ids: string[]): Promise<{ administrators: number; with_shared_keys: number }> {
      const { rows } = await sql<{ administrators: number; with_shared_keys: number }>`
        select count(*) filter (where role = 'admin') as administrators, count(*) filter (where exists
          (select from once_shared_keys where owner_id = u.id)) as with_shared_keys
        from people u where id = any(${ids}) and deleted_at is null`.execute(db)
      return rows[0] ?? { administrators: 0, with_shared_keys: 0 }
    },
    /**
     * Whether an administrator exists who is not in `about`, and who since `since` neither created or promoted `askerId` nor the reverse. One whose
     * account is closed counts: otherwise closing it, which takes one act, would let the asker's next act go by waiting alone.
     */
    hasSecondAdministrator: (askerId: string, about: string[], since: Date): Promise<boolean> =>
      findsRow(
        administrators()
          .where('id', '<>', askerId)
          .where((user) => (about.length === 0 ? user.val(true) : user('id', 'not in', about)))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('hands')
                  .where((hand) =>
                    hand.or([
                      hand.and([hand('hands.user_id', '=', hand.ref('people.id')), hand('hands.by_id', '=', askerId)]),
                      hand.and([hand('hands.user_id', '=', askerId), hand('hands.by_id', '=', hand.ref('people.id'))]),
                    ]),
                  )
                  .where('hands.kind', 'in', ['created', 'role_changed'])
                  .where('hands.happened_at', '>', since)
                  .select('hands.id'),
              ),
            ),
          )
          .select('id')
          .limit(1),
      ),
    /** Waits for concurrent changes of their role. */
    lockAdministrator: (id: string): Promise<Administrator | undefined> => locked().where('id', '=', id).executeTakeFirst(),
    /**
     * The same behind the lock of a request, and only while it is in `state`: what is carried out locks people before it comes back to its request,
     * so a call that comes too late must hold nobody.
     */
    lockAdministratorFor: (id: string, requestId: string, state: RequestState): Promise<Administrator | undefined> =>
      locked()
        .where('id', '=', id)
        .where(({ exists }) => exists(inState(requestId, state).select('requests.id')))
        .executeTakeFirst(),
    /** The administrator who asked, if still one, and only while the request is in `state`. */
    lockAsker: (requestId: string, state: RequestState): Promise<Administrator | undefined> =>
      locked().where('id', '=', inState(requestId, state).select('requests.asker_id')).executeTakeFirst(),
  }
}
