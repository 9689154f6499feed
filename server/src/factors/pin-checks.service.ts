import { pinLimits } from '@twofold/contract/pin'
import { type AppError, fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { PinServiceDeps } from './pin.service.ts'

const minute = 60_000

export function createPinChecks(deps: PinServiceDeps) {
  const guesses = deps.guesses(deps.db)

  async function refusal(userId: string): Promise<AppError> {
    const state = await guesses.find('pin', userId)
    if (state?.is_void === true) return fail('pin.void')
    const left = (state?.locked_until ?? deps.clock.date()).getTime() - deps.clock.now()
    const minutes = Math.max(1, Math.ceil(left / minute))
    return fail('pin.locked', { parameters: { minutes }, retryAfter: Math.max(1, Math.ceil(left / 1000)) })
  }

  async function notifyLocked(user: Identity, client: Client, until: Date): Promise<void> {
    await deps.transaction(async (tx) => {
      await deps.activity.record(tx, { userId: user.id, kind: 'pin_locked', address: client.address })
      await tx.emit('pin.failed_attempts', {
        to: { user_id: user.id },
        data: { 'lock.until': until.toISOString(), 'login.ip': client.address },
      })
    })
  }

  /**
   * Answers the stored PIN. The attempt is counted before the comparison (`reservePin`) and stays counted: the caller forgives it once the PIN is
   * known to be right.
   */
  async function compare(user: Identity, pin: string, field: string, client: Client): Promise<{ stored: string; needsRehash: boolean }> {
    const { lockedAfter, lockedMinutes, voidAfter } = pinLimits
    const lockedUntil = new Date(deps.clock.now() + lockedMinutes * minute)
    const { stored, tries } = await guesses.reservePin(user.id, { lockedAfter, voidAfter, lockedUntil, now: deps.clock.date() })
    if (stored === null) throw fail('pin.not_set')
    if (tries === null) throw await refusal(user.id)
    const { ok, needsRehash } = await deps.pins.verify(stored, user.id, pin).catch(async (error: unknown) => {
      await guesses.giveBack('pin', user.id)
      throw error
    })
    if (ok) return { stored, needsRehash }
    if (tries === lockedAfter) await notifyLocked(user, client, lockedUntil)
    if (tries === lockedAfter || tries >= voidAfter) throw await refusal(user.id)
    const left = tries < lockedAfter ? lockedAfter - tries : voidAfter - tries
    throw failField('pin.wrong', field, { tries: left })
  }

  /** Answers the hash of a right PIN, which is hashed again where its hash is of an older cost. */
  async function check(user: Identity, pin: string, field: string, client: Client): Promise<string> {
    const { stored, needsRehash } = await compare(user, pin, field, client)
    await guesses.clear('pin', user.id)
    if (!needsRehash) return stored
    const hash = await deps.pins.hash(user.id, pin)
    await deps.rows.replaceHash(deps.db, user.id, stored, hash)
    return hash
  }

  return { check, compare }
}

export type PinChecks = ReturnType<typeof createPinChecks>
