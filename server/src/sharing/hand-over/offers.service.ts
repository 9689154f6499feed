import { normalizeEmail } from '@twofold/contract/email-address'
import { limits } from '@twofold/contract/limits'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { AccessService } from '../../keys/access.service.ts'
import { answerEvenly } from '../../platform/answer-evenly.ts'
import type { RetentionTask } from '../../platform/retention.ts'
import type { Db } from '../../platform/database.ts'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { InvitationsService } from '../invitations/invitations.service.ts'
import { nameKeys } from '../../keys/name-keys.ts'
import type { OfferRow, OffersRepository } from './offers.repository.ts'
import type { GrantsRepository } from '../grants/grants.repository.ts'
import type { HandOverService } from './hand-over.service.ts'
import { createOfferAnswers } from './offer-answers.service.ts'
import { createPendingOffers } from './pending-offers.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** An invitation needs a link, a notice to an account does not: how long the answer takes must not tell which it was. */
const offerMilliseconds = 250

const day = 24 * 60 * 60 * 1000

export interface OffersServiceDeps extends ServiceDeps {
  offers: (db: Db) => OffersRepository
  grantRows: (db: Db) => Pick<GrantsRepository, 'findKeys'>
  access: Pick<AccessService, 'lock' | 'lockOwn' | 'require'>
  transfers: Pick<HandOverService, 'changeOwner'>
  invitations: Pick<InvitationsService, 'approach' | 'findAccount' | 'notifyOffered'>
  activity: Pick<ActivityService, 'record'>
}

/** A key, and who owns it now. */
interface OwnedKey {
  key_id: string
  name: string
  owner_id: string
  owner_name: string
}

/** A key is handed over when its owner offers it and the recipient accepts. Until then nothing changes. */
export function createOffersService(deps: OffersServiceDeps) {
  const offerOf = (
    keyId: string,
    ownerId: string,
    { recipientId, email, normalized }: { recipientId: string | null; email: string; normalized: string },
  ): OfferRow => ({
    id: uuid(),
    key_id: keyId,
    owner_id: ownerId,
    recipient_id: recipientId,
    email,
    email_normalized: normalized,
    created_at: deps.clock.date(),
    expires_at: new Date(deps.clock.now() + limits.offerDays * day),
  })

  async function put(tx: Tx, owner: Identity, keyId: string, { email, normalized }: { email: string; normalized: string }): Promise<Said> {
    await deps.access.lock(tx.db, owner.id, keyId, 'owner')
    const to = await deps.invitations.approach(tx, owner, email)
    const offers = deps.offers(tx.db)
    const found = offers.findOf(keyId, deps.clock.date())
    const made = offers.put(offerOf(keyId, owner.id, { recipientId: to.recipientId, email, normalized }))
    const [before, , [key]] = await Promise.all([found, made, deps.grantRows(tx.db).findKeys([keyId])])
    const name = key?.name ?? ''
    const isSame = before?.email_normalized === normalized
    if (!isSame) await deps.activity.record(tx, { userId: owner.id, kind: 'key_offered', detail: { name, to: email } })
    // Somebody may have proven the address since, which must not be revealed to the owner.
    if (!isSame || before.recipient_id !== to.recipientId) await deps.invitations.notifyOffered(tx, owner, to, [name])
    return say('offer.made', { name, email })
  }

  return {
    ...createPendingOffers(deps),
    ...createOfferAnswers(deps),
    /** The answer is the same for an address with and without an account. */
    async offer(owner: Identity, keyId: string, email: string): Promise<Said> {
      const normalized = normalizeEmail(email)
      if (normalized === normalizeEmail(owner.email)) throw failField('sharing.transfer_to_self', 'email')
      return answerEvenly(offerMilliseconds, () => deps.transaction((tx) => put(tx, owner, keyId, { email, normalized })))
    },
    /**
     * Offers keys back in their owners' names to `email`, the previous owner, in the transaction of an authorized caller. The owners are notified and
     * can withdraw. Keys with an offer keep it. Answers the number offered.
     */
    async offerBack(tx: Tx, email: string, keys: readonly OwnedKey[], by: { id: string; name: string }): Promise<number> {
      const normalized = normalizeEmail(email)
      const account = await deps.invitations.findAccount(tx, normalized)
      const recipientId = account?.is_proven === true ? account.id : null
      const offers = deps.offers(tx.db)
      let offered = 0
      for (const [ownerId, held] of Map.groupBy(keys, ({ owner_id: id }) => id)) {
        const ids = held.map(({ key_id: id }) => id)
        const own = await deps.access.lockOwn(tx.db, ownerId, ids)
        const names: string[] = []
        for (const { key_id: id, name } of held) {
          if (!own.has(id) || (await offers.findOf(id, deps.clock.date())) !== undefined) continue
          await offers.put(offerOf(id, ownerId, { recipientId, email, normalized }))
          names.push(name)
        }
        if (names.length === 0) continue
        offered += names.length
        const detail = { name: nameKeys(names), to: email }
        await deps.activity.record(tx, { userId: ownerId, kind: 'key_offered', actor: by, detail })
        const owner = { id: ownerId, name: held[0]?.owner_name ?? '' }
        await deps.invitations.notifyOffered(tx, owner, { email, normalized, account, recipientId }, names)
      }
      return offered
    },
    /** Sends no notices: expired offers are already hidden when they are removed. */
    removable: (): RetentionTask[] => deps.offers(deps.db).removable(deps.clock.date()),
  }
}

export type OffersService = ReturnType<typeof createOffersService>
