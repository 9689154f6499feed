import { sql } from 'kysely'

export const columns = sql`id, key_id, group_id, is_member, who, answer, answered_at, removed, outcome, owner_id, about`
