import type { Accounts } from '../accounts/noun.ts'
import type { MailDelivery } from '../mail-delivery/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createQuestion } from '../platform/hook.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import type { Trust } from '../trust/noun.ts'
import { foundSessions, makeGatheredFinder, makeSessionFinder } from './found-session.repository.ts'
import { createSessionOpening, type SessionOpeningDeps } from './opening.service.ts'
import { createSessionsRepository } from './sessions.repository.ts'
import { sessionsRoutes } from './sessions.routes.ts'
import { createSessionsService } from './sessions.service.ts'
import { createSignInGuardRepository } from './sign-in-guard.repository.ts'
import { createSignInGuard, lockedJob, type LockedOut, unlockedJob } from './sign-in-guard.service.ts'
import { accountLocks, signInFailures } from './metrics.ts'

type Ask<Name extends 'secondStepsOf' | 'prepareSecondStep'> = SessionOpeningDeps[Name]

type Needs = Pick<Accounts, 'accounts' | 'activity' | 'links' | 'setup' | 'verification'> &
  Pick<Trust, 'trust'> &
  Pick<MailDelivery, 'isMailAvailable'>

/** Sign-in and sessions. */
export const sessions = defineNoun({
  name: 'sessions',
  owns: [
    'ended_sessions',
    'failed_sign_ins',
    'known_devices',
    'locked_addresses',
    'person_tokens',
    'session_browsers',
    'sessions',
    'sign_in_failures',
    'sign_in_locks',
  ],
  metrics: [signInFailures, accountLocks],
  build(ground: Ground, needs: Needs) {
    const { policy } = ground
    // Factors are a noun above this one.
    const secondStepsOf = createQuestion<Parameters<Ask<'secondStepsOf'>>, ReturnType<Ask<'secondStepsOf'>>>('second steps of an account')
    const prepareSecondStep = createQuestion<Parameters<Ask<'prepareSecondStep'>>, ReturnType<Ask<'prepareSecondStep'>>>(
      'how a second step is begun',
    )
    const guard = createSignInGuard({ ...ground, ...needs, guard: createSignInGuardRepository })
    const shared = { ...ground, ...needs, sessions: createSessionsRepository, guard, secondStepsOf: secondStepsOf.ask }
    const opening = createSessionOpening({ ...shared, prepareSecondStep: prepareSecondStep.ask })
    const service = createSessionsService({
      ...shared,
      opening,
      isVerificationRequired: async () =>
        policy.email_verification === 'required' || (policy.email_verification === 'auto' && (await needs.isMailAvailable())),
    })
    const { authenticate, explainEnd, findClosure, whileSignedIn } = service
    return {
      offers: {
        authenticate,
        explainEnd,
        findClosure,
        whileSignedIn,
        sessions: service,
        sessionRows: offerMethods(createSessionsRepository, 'clearPins', 'endAllOf', 'holdWithPerson', 'listDevices', 'listOf', 'shorten'),
        signInLocks: offerMethods(createSignInGuardRepository, 'clearOf'),
        opening,
        guard,
        foundSessions,
        makeSessionFinder,
        makeGatheredFinder,
        secondStepsOf,
        prepareSecondStep,
      },
      routes: (app) => sessionsRoutes(app, service),
      jobs: [
        { name: lockedJob, run: (job: LockedOut) => guard.notifyLocked(job) },
        { name: unlockedJob, run: (job: LockedOut) => guard.notifyUnlocked(job) },
      ],
      events: 'none',
      hears: 'none',
      deletion: { goes: ['known_devices', 'sessions'] },
      retention: () => [...service.removable(), ...guard.removable()],
      health: 'none',
      running: 'none',
    }
  },
})

export type Sessions = OffersOf<typeof sessions>
