import { normalizeEmail } from '@twofold/contract/email-address'
import type { EventName } from '@twofold/contract/events'
import type { Db } from '../../platform/database.ts'
import type { Recipient } from './recipient.ts'

/** Possible recipients of an event. */
export function createRecipients(db: Db) {
  const people = () =>
    db.selectFrom('people').where('deleted_at', 'is', null).select(['id as user_id', 'email', 'name', 'is_active', 'language'])

  return {
    findRecipientByEmail: (email: string): Promise<Recipient | undefined> =>
      people().where('email_normalized', '=', normalizeEmail(email)).executeTakeFirst(),
    findRecipients: async (userIds: readonly string[]): Promise<Recipient[]> =>
      userIds.length === 0 ? [] : people().where('id', 'in', userIds).execute(),
    /** Active people in the order of their ids, from the one after `after` on. */
    listRecipients(
      audience: 'administrators' | 'active users' | 'subscribers',
      event: EventName,
      after: string,
      limit: number,
    ): Promise<Recipient[]> {
      let query = people().where('is_active', '=', true).where('id', '>', after)
      if (audience === 'administrators') query = query.where('role', '=', 'admin')
      if (audience === 'subscribers') {
        query = query.where('id', 'in', (wanting) =>
          wanting.selectFrom('email_preferences').where('event_name', '=', event).where('is_wanted', '=', true).select('user_id'),
        )
      }
      return query.orderBy('id').limit(limit).execute()
    },
  }
}
