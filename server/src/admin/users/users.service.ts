import type { CallAnswer } from '@twofold/contract/endpoint'
import type { exportUser } from '@twofold/contract/admin/user-detail'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { Db } from '../../platform/database.ts'
import type { Identity } from '../../platform/identity.ts'
import type { ActsService } from '../../trust/acts.service.ts'
import type { Counted } from '../analytics/kept-figures.service.ts'
import type { PeopleCounts } from '../analytics/dashboard-counts.ts'
import type { UsersRepository } from './users.repository.ts'
import type { UserPages } from './found-users.repository.ts'
import { createUserDetails } from './user-details.service.ts'
import { createUserList } from './user-list.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import type { Sessions } from '../../sessions/noun.ts'

export interface UsersServiceDeps extends ServiceDeps {
  users: (db: Db) => UsersRepository
  pages: (db: Db) => UserPages
  sessionRows: Sessions['sessionRows']
  people: () => Promise<Counted<PeopleCounts>>
  /** So many users that what a search finds is not counted to its end. */
  isLarge: () => Promise<boolean>
  activity: Pick<ActivityService, 'list' | 'record'>
  acts: Pick<ActsService, 'noteLook'>
}

/** Users as administrators see them: names, dates and figures, never a secret or a code. */
export function createUsersService(deps: UsersServiceDeps) {
  const { requireListed, ...details } = createUserDetails(deps)

  return {
    ...createUserList(deps),
    /** Writes down what an administrator saw of somebody else. */
    noteLook: deps.acts.noteLook,
    ...details,
    /** Everything about a person except secrets. Audited, and the person is notified. */
    async export(administrator: Identity, id: string): Promise<CallAnswer<typeof exportUser>> {
      await requireListed(id)
      const [user, ownKeys, ownShares, ownSessions, ownDevices] = await Promise.all([
        details.detail(id),
        details.keys(id),
        details.shares(id),
        details.sessions(id, administrator),
        details.devices(id),
      ])
      await deps.transaction(async (tx) => {
        await tx.audit({ action: 'user.exported', target: { kind: 'user', id, name: user.name } })
        await deps.activity.record(tx, {
          userId: id,
          kind: 'exported_by_admin',
          actor: { id: administrator.id, name: administrator.name },
        })
      })
      return {
        exported_at: deps.clock.date().toISOString(),
        user,
        keys: ownKeys,
        shares: ownShares,
        sessions: ownSessions,
        devices: ownDevices,
      }
    },
  }
}

export type UsersService = ReturnType<typeof createUsersService>
