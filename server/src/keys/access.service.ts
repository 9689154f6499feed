import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { AccessLevel, AccessRepository, AccessRow, ProgramAccess } from './access.repository.ts'

const rank: Record<AccessLevel, number> = { view: 0, admin: 1, owner: 2 }

/** Decides access to a single key: every call on one passes through here. */
export function createAccessService(deps: { access: (db: Db) => AccessRepository; clock: Clock }) {
  async function require(db: Db, userId: string, keyId: string, needed: AccessLevel): Promise<AccessRow> {
    const found = await deps.access(db).find(userId, keyId, deps.clock.date())
    if (found === undefined) throw fail('keys.not_found')
    if (rank[found.level] >= rank[needed]) return found
    throw fail(needed === 'owner' ? 'keys.owner_only' : 'keys.view_only')
  }

  /**
   * The account neither ends nor is deactivated before the transaction does. Whatever gives others access, or shows what leaves the vault, asks this
   * first: the end of an account ends what it finds, and would miss what is given at that moment. Must precede the locks of keys and groups.
   */
  async function requireActive(db: Db, userId: string): Promise<void> {
    if (!(await deps.access(db).holdActive(userId))) throw fail('auth.unauthenticated')
  }

  return {
    require,
    requireActive,

    /** The same, with the key and its access locked until the transaction ends. Owners decide about their keys only while they are active. */
    async lock(db: Db, userId: string, keyId: string, needed: AccessLevel): Promise<AccessRow> {
      const active = needed === 'owner' ? requireActive(db, userId) : undefined
      const [, , found] = await Promise.all([active, deps.access(db).lock([keyId]), require(db, userId, keyId, needed)])
      return found
    },

    /** The terms of a service account, which takes codes and does nothing else. */
    async requireProgram(db: Db, serviceAccountId: string, keyId: string): Promise<ProgramAccess> {
      const found = await deps.access(db).findOfProgram(serviceAccountId, keyId, deps.clock.date())
      if (found === undefined) throw fail('keys.not_found')
      return found
    },

    /** Locks the key and its access until the transaction ends. */
    hold: (db: Db, keyId: string): Promise<void> => deps.access(db).lock([keyId]),

    /** Several own keys at once, locked. Answers those that are the person's own. */
    async lockOwn(db: Db, userId: string, keyIds: readonly string[]): Promise<Set<string>> {
      const access = deps.access(db)
      const [, ...found] = await Promise.all([access.lock(keyIds), ...keyIds.map((id) => access.find(userId, id, deps.clock.date()))])
      return new Set(keyIds.filter((_, index) => found[index]?.level === 'owner'))
    },
  }
}

export type AccessService = ReturnType<typeof createAccessService>
