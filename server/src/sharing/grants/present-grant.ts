import type { Share } from '@twofold/contract/sharing/grants'
import type { ListedShareRow } from './grants.repository.ts'
import { presentPermission } from '../access/present-visible-keys.ts'
import { hasExpired } from './expiry.ts'

/** A share as its owner sees it. */
export const presentGrant = (row: ListedShareRow, now: Date): Share => ({
  id: row.id,
  email: row.email,
  name: row.name,
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '', members: row.members },
  service_account:
    row.service_account_id === null
      ? null
      : {
          id: row.service_account_id,
          name: row.service_account_name ?? '',
          managers: row.managers,
          approval: row.approval,
          four_eyes: row.four_eyes,
          is_accepted: row.accepted_at !== null,
        },
  permission: presentPermission(row.permission),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  is_expired: hasExpired(row, now),
  last_shown_at: row.last_hour?.toISOString() ?? null,
  last_used_at: row.last_copy?.toISOString() ?? null,
  secret_seen_at: row.secret_seen_at?.toISOString() ?? null,
  awaits_confirmation: row.awaits_confirmation,
})
