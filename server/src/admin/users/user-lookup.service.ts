import { fail } from '../../platform/fail.ts'
import type { ListedRow } from './users.repository.ts'
import type { UsersServiceDeps } from './users.service.ts'

/** Finds a user that administrators may see. */
export function createUserLookup(deps: UsersServiceDeps) {
  const users = deps.users(deps.db)

  async function requireListed(id: string, { orDeleted = false } = {}): Promise<ListedRow> {
    const row = await users.findListed(id, deps.clock.date())
    if (row === undefined || (row.deleted_at !== null && !orDeleted)) throw fail('users.not_found')
    return row
  }

  return { requireListed }
}
