import {
  addPasskey,
  beginTotp,
  confirmFactor,
  confirmTotp,
  getFactors,
  makeRecoveryCodes,
  passkeyOptions,
  passkeyRegistrationOptions,
  passSecondFactor,
  removePasskey,
  removeTotp,
  renamePasskey,
  signInWithPasskey,
} from '@twofold/contract/factors'
import { lockVault, reportActivity, requestNewPin, setAutoLock, setForgottenPin, verifyPin } from '@twofold/contract/pin'
import { changePin } from '@twofold/contract/profile'
import { getClosing, proveAccount } from '@twofold/contract/trust'
import { say } from '@twofold/contract/sentences/sentences'
import { answerOpened } from '../platform/http/answer-opened.ts'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { FactorsService } from './factors.service.ts'
import type { ForgottenPinService } from './forgotten-pin.service.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { PinService } from './pin.service.ts'
import type { ProofService } from './proof.service.ts'
import type { SecondStepService } from './second-step.service.ts'
import type { TotpService } from './totp.service.ts'

export interface FactorsServices {
  factors: FactorsService
  totp: TotpService
  passkeys: PasskeysService
  secondStep: SecondStepService
  pin: PinService
  forgottenPin: ForgottenPinService
  proof: ProofService
}

/** A full session is answered that there is nothing to confirm. */
const waitingOrFull = ['second_factor', 'full'] as const

/** Calls that set up a required second factor, for which the PIN may be required. */
const enrolling = ['full', 'enrolment'] as const

export function factorsRoutes(app: App, { factors, totp, passkeys, secondStep, pin, forgottenPin, proof }: FactorsServices): void {
  route(app, passSecondFactor, { ...byUser.evenClosed.write, stages: waitingOrFull }, async (request) =>
    answerOpened(request, await secondStep.pass(request.user, request.body, request.client)),
  )
  route(app, passkeyOptions, { role: 'public', limit: 'passkey', duringMaintenance: true }, ({ credentials }) =>
    secondStep.passkeyOptions(credentials),
  )
  route(app, signInWithPasskey, { role: 'public', limit: 'passkey', duringMaintenance: true }, async (request) =>
    answerOpened(request, await secondStep.signInWithPasskey(request.body, request.client)),
  )

  route(app, getFactors, { ...byUser.evenClosed.read, stages: enrolling, whileLocked: true, readsTogether: true }, ({ user }) =>
    factors.overview(user),
  )
  route(
    app,
    beginTotp,
    { role: 'user', limit: 'own_password', whileClosed: 'makes a way in', stages: enrolling },
    async ({ user, body }) => {
      await factors.requireProof(user, body.current_password)
      return totp.begin(user)
    },
  )
  route(app, confirmTotp, { ...byUser.write, whileClosed: 'makes a way in', stages: enrolling }, ({ user, body }) =>
    totp.confirm(user, body.code),
  )
  route(app, removeTotp, { role: 'user', limit: 'own_password', whileClosed: 'makes a way in' }, async ({ user, body }) => {
    await factors.requireProof(user, body.current_password)
    return totp.remove(user)
  })
  route(
    app,
    passkeyRegistrationOptions,
    { role: 'user', limit: 'own_password', whileClosed: 'makes a way in', stages: enrolling },
    async ({ user, body }) => {
      await factors.requireProof(user, body.current_password)
      return passkeys.beginAdding(user)
    },
  )
  route(app, addPasskey, { ...byUser.write, whileClosed: 'makes a way in', stages: enrolling }, ({ user, body }) =>
    passkeys.add(user, body),
  )
  route(app, renamePasskey, byUser.evenClosed.write, ({ user, params, body }) => passkeys.rename(user, params.id, body.name))
  route(app, removePasskey, { role: 'user', limit: 'own_password', whileClosed: 'makes a way in' }, async ({ user, params, body }) => {
    await factors.requireProof(user, body.current_password)
    return passkeys.remove(user, params.id)
  })
  route(app, makeRecoveryCodes, { ...byUser.write, whileClosed: 'makes a way in', needsPin: true }, ({ user }) =>
    factors.makeRecoveryCodes(user),
  )

  route(app, confirmFactor, byUser.evenClosed.write, ({ user, body, client }) => secondStep.confirm(user, body, client))
  const devices = { kinds: ['cli'], scope: null } as const
  route(app, verifyPin, { ...byUser.evenClosed.write, stages: enrolling, whileLocked: true, programs: devices }, ({ user, body, client }) =>
    pin.verify(user, body.pin, client),
  )
  // An account without a password chooses its first PIN before it can add anything.
  route(
    app,
    changePin,
    { role: 'user', limit: 'own_password', whileClosed: 'open', stages: enrolling, whileLocked: true },
    ({ user, body, client }) => pin.change(user, body, client),
  )
  route(
    app,
    requestNewPin,
    { role: 'user', limit: 'own_password', whileClosed: 'open', whileLocked: true },
    ({ user, body, client, forgiveWith }) => forgottenPin.request(user, body.current_password, client, forgiveWith),
  )
  route(app, setForgottenPin, { role: 'public', limit: 'link' }, ({ body, client }) => forgottenPin.set(body, client))

  const closed = { role: 'user', whileClosed: 'open', stages: ['full', 'stopped'], whileLocked: true } as const
  route(app, getClosing, { ...closed, limit: 'read', isPoll: true, readsTogether: true }, ({ user }) => proof.closing(user))
  route(app, proveAccount, { ...closed, limit: 'own_password' }, ({ user, body, client }) => proof.prove(user, body, client))

  route(app, setAutoLock, byUser.evenClosed.write, ({ user, body }) => pin.setAutoLock(user, body.auto_lock_minutes))
  route(app, lockVault, { ...byUser.evenClosed.write, whileLocked: true }, ({ user }) => pin.lock(user))
  // Looking up the session has already recorded the activity.
  route(app, reportActivity, byUser.evenClosed.write, () => Promise.resolve(say('noted')))
}
