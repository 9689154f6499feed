import type { ServiceAccount } from '@twofold/contract/service-accounts'
import { idOf } from './vault.ts'

export const group = { id: idOf(1), name: 'Releases', members: 1, keys: 0 }

/** A program of the group that has one key. */
export const bot: Partial<ServiceAccount> = {
  id: idOf(10),
  name: 'Deploy bot',
  group: { id: group.id, name: group.name },
  suspended: null,
  keys: 1,
  keys_waiting: 0,
  tokens: 0,
  last_used_at: null,
}
