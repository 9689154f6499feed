import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Whether an account ever had a key that somebody else could reach in it: its own, shared with it or through a group, offered to it, or one whose
 * codes the service accounts of its group take.
 */
export const hasHadKeySql = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from keys where owner_id = ${userId}) or exists (select from shares where recipient_id = ${userId})
  or exists (select from group_members where user_id = ${userId}) or exists (select from key_usage where user_id = ${userId})
  or exists (select from key_offers where recipient_id = ${userId})
  or exists (select from groups join service_accounts accounts on accounts.group_id = groups.id where groups.owner_id = ${userId}))`
