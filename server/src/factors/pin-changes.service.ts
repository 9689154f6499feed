import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { failField } from '../platform/fail.ts'
import { type Client, type Identity, requireUnlocked } from '../platform/identity.ts'
import type { NewPin, PinServiceDeps } from './pin.service.ts'
import { hasFactor, type PinProofs } from './pin-proofs.service.ts'

export function createPinChanges(deps: PinServiceDeps, { prepareFactor, prove }: PinProofs) {
  const guesses = deps.guesses(deps.db)

  /** Replaces the PIN whose hash is `stored`, if it is still that one. */
  async function replace(user: Identity, stored: string | null, input: NewPin, client: Client): Promise<void> {
    const isShown = input.current_pin !== undefined
    const isFactor = !isShown && hasFactor(input)
    if (isFactor) await deps.secondStep.reserveTry(user.id)
    const useFactor = isFactor ? await prepareFactor(user, input, client) : undefined
    const hash = await deps.pins.hash(user.id, input.new_pin)
    await deps.transaction(async (tx) => {
      const [isUnchanged] = await Promise.all([
        deps.rows.lockUnchanged(tx.db, user.id, stored),
        isShown ? deps.trust.acceptPin(tx, user.id) : undefined,
      ])
      if (!isUnchanged) throw failField('pin.proof_required', 'current_pin')
      await useFactor?.(tx)
      // Recorded before the PIN is a newer one.
      if (isFactor) await deps.trust.recordProof(tx, user.id)
      else if (!isShown && stored !== null) await deps.trust.closeSecrets(tx, user.id)
      tx.writeLast(() => deps.rows.put(tx.db, user.id, hash, deps.clock.date()))
      tx.writeLast(() => deps.guesses(tx.db).clear('pin', user.id))
      if (isFactor) await deps.secondStep.giveTryBack(tx, user.id)
      tx.writeLast(() => deps.sessions.closePins(tx, user.id))
      await deps.activity.record(tx, { userId: user.id, kind: 'pin_changed', address: client.address })
      await tx.emit('pin.changed', { to: { user_id: user.id }, data: { 'actor.name': user.name } })
    })
  }

  return {
    /** Closes what the old PIN opened. */
    async change(user: Identity, input: NewPin, client: Client): Promise<Said> {
      const isShown = input.current_pin !== undefined
      // The finder of an open session must not be able to open a locked vault.
      if (!hasFactor(input) && !isShown && input.current_password === undefined) requireUnlocked(user.isLocked)
      const stored = await prove(user, input, client)
      try {
        await replace(user, stored, input, client)
      } catch (error) {
        // The PIN was right, though it stays as it is: its try is forgiven, which the change would have done.
        if (isShown) await guesses.clear('pin', user.id)
        throw error
      }
      return say('pin.changed')
    },
  }
}
