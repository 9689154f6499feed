import type { getNoticeReach, sendSecurityNotice } from '@twofold/contract/admin/notices'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { EventName } from '@twofold/contract/events'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../../platform/service-deps.ts'

import type { Db } from '../../platform/database.ts'
import type { NoticesRepository } from './notices.repository.ts'

export interface NoticesServiceDeps extends Pick<ServiceDeps, 'db' | 'transaction'> {
  notices: (db: Db) => NoticesRepository
  isMailAvailable: () => Promise<boolean>
  countMailReach: (db: Db, event: EventName) => Promise<number>
}

/** Administrators' security notices to everybody. */
export function createNoticesService(deps: NoticesServiceDeps) {
  return {
    async reach(): Promise<CallResponse<typeof getNoticeReach>> {
      const [people, isAvailable, last] = await Promise.all([
        deps.countMailReach(deps.db, 'system.security.breach'),
        deps.isMailAvailable(),
        deps.notices(deps.db).findLast(),
      ])
      return {
        people,
        is_mail_available: isAvailable,
        last:
          last === undefined ? null : { title: last.title ?? '', sent_at: last.happened_at.toISOString(), sent_by: last.actor_name ?? '' },
      }
    },

    /** Goes to everybody active when it is sent whose address takes e-mail; the count is the present one. */
    async send({ title, message }: CallParts<typeof sendSecurityNotice>['body']): Promise<CallResponse<typeof sendSecurityNotice>> {
      return deps.transaction(async (tx) => {
        const people = await deps.countMailReach(tx.db, 'system.security.breach')
        await tx.emit('system.security.breach', { data: { 'notice.title': title, 'notice.message': message } })
        await tx.audit({ action: 'system.notice_sent', target: { kind: 'notice', name: title }, after: { message, people } })
        return {
          ...say('notice.sent', { count: people }),
          people,
        }
      })
    },
  }
}

export type NoticesService = ReturnType<typeof createNoticesService>
