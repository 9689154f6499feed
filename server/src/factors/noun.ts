import type { Accounts } from '../accounts/noun.ts'
import type { MailDelivery } from '../mail-delivery/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import type { Sessions } from '../sessions/noun.ts'
import type { Trust } from '../trust/noun.ts'
import { createFactorsRepository } from './factors.repository.ts'
import { factorsRoutes } from './factors.routes.ts'
import { createFactorsService } from './factors.service.ts'
import { createForgottenPinService } from './forgotten-pin.service.ts'
import { createGuessesRepository } from './guesses.repository.ts'
import { createPasskeysRepository } from './passkeys.repository.ts'
import { createPasskeysService } from './passkeys.service.ts'
import { createPinService } from './pin.service.ts'
import { createProofService } from './proof.service.ts'
import { createRecoveryCodesRepository } from './recovery-codes.repository.ts'
import { createRecoveryCodesService } from './recovery-codes.service.ts'
import { createSecondStepService } from './second-step.service.ts'
import { createTotpRepository } from './totp.repository.ts'
import { createTotpService } from './totp.service.ts'
import { createWebauthn } from './webauthn.ts'

type Needs = Pick<Accounts, 'accounts' | 'activity' | 'addressProven' | 'links' | 'pinRows' | 'pins' | 'recoveryCodeStats'> &
  Pick<Sessions, 'opening' | 'prepareSecondStep' | 'secondStepsOf' | 'sessions'> &
  Pick<Trust, 'trust'> &
  Pick<MailDelivery, 'isMailAvailable'>

/** People's proofs in addition to the password: PIN, passkeys, authenticator codes, recovery codes. */
export const factors = defineNoun({
  name: 'factors',
  owns: [
    'counted_recovery_codes',
    'guess_counters',
    'locked_guesses',
    'login_totp',
    'named_passkeys',
    'passkeys',
    'recovery_codes',
    'webauthn_challenges',
  ],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const base = { ...ground, ...needs, guesses: createGuessesRepository }
    const recoveryCodes = createRecoveryCodesService({ ...base, codes: createRecoveryCodesRepository })
    const totp = createTotpService({ ...base, totp: createTotpRepository, recoveryCodes })
    const passkeys = createPasskeysService({
      ...base,
      passkeys: createPasskeysRepository,
      rows: createFactorsRepository,
      recoveryCodes,
      webauthn: createWebauthn(ground.policy),
    })
    const service = createFactorsService({ ...base, factors: createFactorsRepository, passkeys, recoveryCodes })
    const methods = { ...base, factors: service, totp, passkeys, recoveryCodes }
    const secondStep = createSecondStepService({ ...methods, onAddressProven: needs.addressProven.ask, holdAccount: needs.pinRows.hold })
    const pin = createPinService({ ...methods, rows: needs.pinRows, secondStep })
    const forgottenPin = createForgottenPinService({ ...methods, rows: needs.pinRows, secondStep })
    const proof = createProofService({ ...methods, pin, secondStep })
    return {
      offers: {
        factors: service,
        factorRows: offerMethods(createFactorsRepository, 'removeAll'),
        guesses: offerMethods(createGuessesRepository, 'clear', 'clearAll'),
        pin,
        recoveryCodes,
        totp,
      },
      routes: (app) => factorsRoutes(app, { factors: service, totp, passkeys, secondStep, pin, forgottenPin, proof }),
      jobs: 'none',
      events: 'none',
      hears: [
        needs.secondStepsOf.answeredBy(service.secondStepsOf),
        needs.prepareSecondStep.answeredBy(service.prepareSecondStep),
        needs.recoveryCodeStats.answeredBy(service.recoveryCodeStats),
      ],
      links: { 'pin.forgotten': 'never', 'user.login.confirmation': 'never' },
      deletion: { goes: ['guess_counters', 'login_totp', 'passkeys', 'recovery_codes', 'webauthn_challenges'] },
      retention: passkeys.removable,
      health: 'none',
      running: 'none',
    }
  },
})

export type Factors = OffersOf<typeof factors>
