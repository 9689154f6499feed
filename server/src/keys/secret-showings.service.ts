import { v7 as uuid } from 'uuid'
import type { ActivityKind } from '@twofold/contract/activity-kinds'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { AccessService } from './access.service.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { SecretShowingsRepository, WhatWasShown } from './secret-showings.repository.ts'

const kinds: Record<WhatWasShown, { own: ActivityKind; others: ActivityKind }> = {
  secret: { own: 'secret_shown', others: 'secret_shown_to' },
  backup_codes: { own: 'backup_codes_shown', others: 'backup_codes_shown_to' },
  export: { own: 'key_exported', others: 'key_exported_by' },
}

type ShownKey = { id: string; name: string; owner_id: string }

/** Remembers who was shown what makes codes without us: when they leave, these keys have to be renewed. */
export function createSecretShowingsService(deps: {
  showings: (db: Db) => SecretShowingsRepository
  access: Pick<AccessService, 'requireActive'>
  activity: Pick<ActivityService, 'record'>
}) {
  async function record(tx: Pick<Tx, 'db' | 'writeLast'>, user: Identity, what: WhatWasShown, key: ShownKey): Promise<void> {
    const showing = { id: uuid(), key_id: key.id, user_id: user.id, what }
    tx.writeLast(() => deps.showings(tx.db).put(showing))
    const detail = { name: key.name }
    await deps.activity.record(tx, { userId: user.id, kind: kinds[what].own, detail })
    if (key.owner_id === user.id) return
    const actor = { id: user.id, name: user.name }
    await deps.activity.record(tx, { userId: key.owner_id, kind: kinds[what].others, actor, detail })
  }

  return {
    /**
     * Runs in the transaction of the answer, so that nothing is shown without a record, nor to a person who is being deactivated: their access is
     * recorded for the leaver plan. Answers the function that writes the record.
     */
    async begin(tx: Pick<Tx, 'db' | 'writeLast'>, user: Identity, what: WhatWasShown): Promise<(key: ShownKey) => Promise<void>> {
      await deps.access.requireActive(tx.db, user.id)
      return (key) => record(tx, user, what, key)
    },

    /** The same for many own keys at once that leave the vault. Their owner's activity gets a single entry. */
    async recordExport(tx: Pick<Tx, 'db'>, user: Identity, keyIds: readonly string[]): Promise<void> {
      await Promise.all([deps.access.requireActive(tx.db, user.id), deps.showings(tx.db).putOwn(user.id, keyIds, 'export')])
    },
  }
}

export type SecretShowingsService = ReturnType<typeof createSecretShowingsService>
