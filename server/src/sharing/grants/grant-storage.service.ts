import { limits } from '@twofold/contract/limits'
import { v7 as uuid } from 'uuid'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { Target, GivingServiceDeps, Wanted } from './giving.service.ts'
import { hasExpired } from './expiry.ts'

export function createGrantStorage(deps: GivingServiceDeps) {
  /** Prepares the change of a share and its write. Sharing again changes level and expiry. The caller has locked the key. */
  async function prepare(tx: Tx, owner: Identity, keyId: string, target: Target, wanted: Wanted) {
    const rows = deps.grantRows(tx.db)
    const recipient = 'addressee' in target ? target.addressee.recipientId : null
    const recipientMatch =
      'group' in target
        ? { groupId: target.group.id }
        : 'program' in target
          ? { serviceAccountId: target.program.id }
          : { normalized: target.addressee.normalized }
    const [, known, count] = await Promise.all([
      'normalized' in recipientMatch ? rows.followMoved(keyId, { normalized: recipientMatch.normalized, userId: recipient }) : undefined,
      rows.findWith(keyId, recipientMatch),
      rows.countOf(keyId),
    ])
    if (known !== undefined && !hasExpired(known, deps.clock.date())) {
      const hasTerms = Object.keys(wanted.terms).length > 0
      const isSame = !hasTerms && known.permission === wanted.permission && known.expires_at?.getTime() === wanted.end?.getTime()
      // The awaited account exists now, or somebody else has the address by now and its former holder has not used the key.
      const isReached = recipient !== null && known.recipient_id !== recipient
      const former = isReached ? known.recipient_id : null
      const write = async (): Promise<void> => {
        await rows.change(known.id, {
          permission: wanted.permission,
          expires_at: wanted.end,
          ...(isReached ? { recipient_id: recipient } : {}),
          ...wanted.terms,
        })
        if (former === null) return
        const by = { id: owner.id, name: owner.name }
        await deps.endings.notify(tx, { users: [former], keys: [keyId], reason: 'revoked', by })
      }
      return {
        outcome: isSame ? ('unchanged' as const) : ('changed' as const),
        share_id: known.id,
        isNotified: !isSame || isReached,
        write,
      }
    }
    if (count - (known === undefined ? 0 : 1) >= limits.sharesPerKey)
      throw fail('sharing.limit_reached', { parameters: { limit: limits.sharesPerKey } })
    const id = uuid()
    const row = {
      id,
      key_id: keyId,
      recipient_id: recipient,
      email: 'addressee' in target ? target.addressee.email : null,
      email_normalized: 'addressee' in target ? target.addressee.normalized : null,
      group_id: 'group' in target ? target.group.id : null,
      service_account_id: 'program' in target ? target.program.id : null,
      ...wanted.terms,
      // A manager accepts, so that no stranger plants a key on it; one of them who shares a key of their own has accepted it.
      ...('program' in target && target.program.managers.includes(owner.id) ? { accepted_at: deps.clock.date() } : {}),
      permission: wanted.permission,
      granted_by: owner.id,
      created_at: deps.clock.date(),
      expires_at: wanted.end,
    }
    const write = async (): Promise<void> => {
      const ended = known && rows.revoke(known.id, known.expires_at ?? deps.clock.date())
      await Promise.all([ended, rows.put(row)])
    }
    return { outcome: 'shared' as const, share_id: id, isNotified: true, write }
  }

  return { prepare }
}
