import type { CallResponse } from '@twofold/contract/endpoint'
import type { getFactors, PinState } from '@twofold/contract/factors'
import type { Identity } from '../platform/identity.ts'
import type { GuessState } from './guesses.repository.ts'
import type { FactorsServiceDeps } from './factors.service.ts'

/** Factors as their person sees them. */
export function createFactorOverview(deps: FactorsServiceDeps) {
  const factors = deps.factors(deps.db)

  function pinStateOf(hasPin: boolean, guessed: GuessState | undefined): { pin_state: PinState; pin_retry_after: number | null } {
    if (!hasPin) return { pin_state: 'none', pin_retry_after: null }
    if (guessed?.is_void === true) return { pin_state: 'void', pin_retry_after: null }
    const left = (guessed?.locked_until?.getTime() ?? 0) - deps.clock.now()
    return left > 0 ? { pin_state: 'locked', pin_retry_after: Math.ceil(left / 1000) } : { pin_state: 'good', pin_retry_after: null }
  }

  return {
    async overview(user: Identity): Promise<CallResponse<typeof getFactors>> {
      const [found, passkeys, codes, guessed] = await Promise.all([
        factors.find(user.id),
        deps.passkeys.list(user.id),
        deps.recoveryCodes.count(user.id),
        deps.guesses(deps.db).find('pin', user.id),
      ])
      return {
        totp: { is_enabled: found.totp_since !== null, since: found.totp_since?.toISOString() ?? null },
        passkeys,
        recovery_codes: { available: codes.available, total: codes.total, created_at: codes.created_at?.toISOString() ?? null },
        has_pin: found.has_pin,
        ...pinStateOf(found.has_pin, guessed),
        has_password: found.has_password,
      }
    },
    /** Figures for the profile. */
    async recoveryCodeStats(userId: string): Promise<{ recovery_codes_available: number; recovery_codes_used: number }> {
      const { available, used } = await deps.recoveryCodes.count(userId)
      return { recovery_codes_available: available, recovery_codes_used: used }
    },
  }
}
