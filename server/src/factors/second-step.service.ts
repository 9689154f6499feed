import { type confirmFactor, factorValidMinutes, type passSecondFactor } from '@twofold/contract/factors'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Account } from '../accounts/account.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { AccountsService, OnAddressProven } from '../accounts/accounts.service.ts'
import type { LinksService } from '../accounts/links.service.ts'
import type { Db } from '../platform/database.ts'
import { type AppError, fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { OpenedSession } from '../sessions/session-rules.ts'
import type { SessionOpening } from '../sessions/opening.service.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { FactorsService } from './factors.service.ts'
import type { GuessesRepository } from './guesses.repository.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { RecoveryCodesService } from './recovery-codes.service.ts'
import type { TotpService } from './totp.service.ts'
import { createSecondStepChecks } from './second-step-checks.service.ts'
import { createSecondStepPasskeys } from './second-step-passkeys.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import { readingTogether } from '../platform/shared-reads.ts'

const minute = 60_000

export type Proof = CallParts<typeof passSecondFactor>['body']

/** A repeated proof within an open session. */
type OwnProof = CallParts<typeof confirmFactor>['body']

export interface SecondStepServiceDeps extends ServiceDeps {
  guesses: (db: Db) => GuessesRepository
  trust: Pick<TrustService, 'isClean' | 'recordProof'>
  accounts: Pick<AccountsService, 'require'>
  opening: Pick<SessionOpening, 'reserveSecondStep' | 'holdPending' | 'finish' | 'open'>
  sessions: Pick<SessionsService, 'authenticate' | 'signOut' | 'openFactor'>
  factors: Pick<FactorsService, 'secondStepsOf' | 'ownFactorsOf'>
  totp: Pick<TotpService, 'use'>
  passkeys: Pick<PasskeysService, 'beginSignIn' | 'beginSecondStep' | 'proveSignIn' | 'proveSecondStep'>
  recoveryCodes: Pick<RecoveryCodesService, 'use'>
  links: Pick<LinksService, 'use'>
  onAddressProven: OnAddressProven
  /** Locks the account until the transaction ends. */
  holdAccount: (db: Db, userId: string) => Promise<void>
  activity: Pick<ActivityService, 'record'>
}

/** Finishes a sign-in whose first proof was right, and signs in with passkeys, which are both proofs at once. */
export function createSecondStepService(deps: SecondStepServiceDeps) {
  const proof = createSecondStepChecks(deps)
  const { reserveTry, giveTryBack, reserveAndPrepare, noteWrong } = proof

  /** Undefined, and nothing has changed, when the proof is not right. */
  async function finish(user: Identity, account: Account, proof: Proof, client: Client): Promise<OpenedSession | undefined> {
    const check = await reserveAndPrepare(user, proof, client)
    try {
      return await deps.transaction(async (tx) => {
        // The account is locked before the session and what proves, as by everything else that locks several of them.
        const [held, verdict] = await Promise.all([deps.opening.holdPending(tx, user, account, client), check(tx)])
        if (verdict === 'wrong') throw new WrongProof()
        await giveTryBack(tx, user.id)
        if (verdict === 'proof') await deps.trust.recordProof(tx, user.id)
        // A clean link also proves the address, so shares waiting for it are delivered.
        if (verdict === 'proof' && proof.method === 'email') await deps.onAddressProven(tx, user.id, { isClean: true })
        return deps.opening.finish(tx, user, account, client, { ...held, isSuspicious: proof.method === 'recovery_code' })
      })
    } catch (error) {
      if (error instanceof WrongProof) return undefined
      throw error
    }
  }

  /** The second factor or a recovery code in a session that is open already: proves its person again. `also`: writes with it. */
  async function proveAgain(user: Identity, proof: OwnProof, client: Client, also: (tx: Tx) => void = () => {}): Promise<boolean> {
    const check = await reserveAndPrepare(user, proof, client)
    const isRight = await deps.transaction(async (tx) => {
      const [, verdict] = await Promise.all([deps.holdAccount(tx.db, user.id), check(tx)])
      if (verdict !== 'proof') return false
      await giveTryBack(tx, user.id)
      await deps.trust.recordProof(tx, user.id)
      also(tx)
      return true
    })
    if (!isRight) await noteWrong(user, client)
    return isRight
  }

  return {
    ...createSecondStepPasskeys(deps),
    ownFactorsOf: deps.factors.ownFactorsOf,
    reserveTry,
    giveTryBack,
    /** Puts a full session in place of the one that waits. */
    async pass(user: Identity, proof: Proof, client: Client): Promise<OpenedSession> {
      if (user.stage !== 'second_factor') throw fail('auth.second_factor_passed')
      const [account, offered] = await readingTogether(() =>
        Promise.all([deps.accounts.require(user.id), deps.factors.secondStepsOf(deps.db, user)]),
      )
      const isOffered = offered.includes(proof.method)
      // The sign-in first: tries that it has no room for are none of the account's.
      const { triesLeft } = await deps.opening.reserveSecondStep(user)
      const opened = await (isOffered ? finish(user, account, proof, client) : reserveTry(user.id))
      if (opened !== undefined) return opened
      await noteWrong(user, client)
      if (triesLeft > 0) throw wrongProof(proof, triesLeft)
      await deps.sessions.signOut(user)
      throw fail('auth.second_factor_ended')
    },
    proveAgain,
    /** Confirms, for some minutes, acts of this session that ask for the second factor. */
    async confirm(user: Identity, proof: OwnProof, client: Client): Promise<CallResponse<typeof confirmFactor>> {
      if (!(await deps.factors.ownFactorsOf(user.id)).includes(proof.method)) throw fail('factors.none')
      const until = new Date(deps.clock.now() + factorValidMinutes * minute)
      if (!(await proveAgain(user, proof, client, (tx) => tx.writeLast(() => deps.sessions.openFactor(tx, user, until)))))
        throw proof.method === 'passkey' ? failField('auth.passkey_refused', 'assertion') : failField('factors.code_wrong', 'code')
      return { valid_until: until.toISOString() }
    },
  }
}

function wrongProof(proof: Proof, tries: number): AppError {
  return failField('auth.second_factor_wrong', proof.method === 'passkey' ? 'assertion' : 'code', { tries })
}

export type SecondStepService = ReturnType<typeof createSecondStepService>

/** Rolls back what a proof that turned out wrong has touched. */
class WrongProof extends Error {
  override name = 'WrongProof'
}
