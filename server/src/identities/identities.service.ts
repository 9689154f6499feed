import { normalizeEmail } from '@twofold/contract/email-address'
import { emailField } from '@twofold/contract/accounts'
import type { ProviderAnswer } from '@twofold/contract/identities'
import { type Account, isAdmitted } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { VerificationService } from '../accounts/verification.service.ts'
import { answerEvenly } from '../platform/answer-evenly.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { type OpenedSession, signUpTakes } from '../sessions/session-rules.ts'
import type { SessionOpening } from '../sessions/opening.service.ts'
import type { SignInGuard } from '../sessions/sign-in-guard.service.ts'
import type { AttemptsService, ProvenAttempt } from './attempts.service.ts'
import type { IdentitiesRepository } from './identities.repository.ts'
import type { Proven } from './provider.ts'
import { createAccountCreation } from './account-creation.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface IdentitiesServiceDeps extends ServiceDeps {
  identities: (db: Db) => IdentitiesRepository
  attempts: Pick<AttemptsService, 'begin' | 'finish'>
  accounts: Pick<AccountsService, 'create' | 'find' | 'findByEmail' | 'findMailLanguage' | 'requireSetUp'>
  opening: Pick<SessionOpening, 'enter'>
  guard: Pick<SignInGuard, 'requireUnlocked'>
  verification: Pick<VerificationService, 'send' | 'notifyKnown'>
  policy: Pick<Policy, 'sign_up'>
  isMailAvailable: () => Promise<boolean>
}

/** Counts an e-mail to an unproven address. */
export type LimitMail = (email: string) => Promise<void>

interface Opened extends Omit<OpenedSession, 'answer'> {
  answer: OpenedSession['answer'] & { email?: string }
}

interface Known {
  account: Account
  identityId: string
}

const verificationRequired = (email: string): Opened => ({ answer: { email_verification_required: true, email } })

/**
 * Signs people in through identity providers. Issuer and subject alone decide the account: an address never does, verified or not, since an issuer's
 * operator could claim any.
 */
export function createIdentitiesService(deps: IdentitiesServiceDeps) {
  const made = createAccountCreation(deps)
  const { makeAccount } = made
  const identities = deps.identities(deps.db)

  async function findAccount(proven: Proven): Promise<Known | undefined> {
    const identity = await identities.find(proven.issuer, proven.subject)
    if (identity === undefined) return undefined
    const account = await deps.accounts.find(identity.user_id)
    if (account === undefined || !account.is_active) throw fail('identities.account_inactive')
    return { account, identityId: identity.id }
  }

  async function requireAddress(attempt: ProvenAttempt): Promise<string> {
    await deps.accounts.requireSetUp()
    if (deps.policy.sign_up !== 'open') throw fail('auth.sign_up_closed')
    const email = emailField.safeParse(attempt.email).data
    const parameters = { provider: attempt.providerName }
    if (email === undefined) throw fail('identities.no_email', { parameters })
    if (!attempt.isEmailVerified && !(await deps.isMailAvailable())) throw fail('identities.unverified', { parameters })
    return email
  }

  /**
   * The address has an account: said only to a person who has proven to the provider that it is theirs. Others get the same answer as for a new
   * address, and the account's person is notified by e-mail.
   */
  async function refuseTaken(attempt: ProvenAttempt, email: string, client: Client): Promise<Opened> {
    if (attempt.isEmailVerified) throw fail('identities.address_taken', { parameters: { provider: attempt.providerName } })
    const known = await deps.accounts.findByEmail(email)
    if (known !== undefined) await deps.transaction((tx) => deps.verification.notifyKnown(tx, known, client.address))
    return verificationRequired(email)
  }

  async function enter({ account, identityId }: Known, attempt: ProvenAttempt, client: Client): Promise<Opened> {
    // Whatever the installation asks of others: of an account without a password, this proof is all that there is.
    if (!isAdmitted(account)) {
      await deps.guard.requireUnlocked(deps.db, account.email, client)
      return verificationRequired(account.email)
    }
    return deps.opening.enter(account, client, attempt.remember, async ({ db }) => {
      const rows = deps.identities(db)
      const [, isStill] = await Promise.all([deps.guard.requireUnlocked(db, account.email, client), rows.lock(identityId)])
      if (!isStill) throw fail('identities.attempt_over')
      await rows.recordUse(identityId, attempt.email ?? null, deps.clock.date())
    })
  }

  async function signUp(attempt: ProvenAttempt, email: string, client: Client): Promise<Opened> {
    const made = (await makeAccount(attempt, email, client)) ?? (await findAccount(attempt))
    return made === undefined ? refuseTaken(attempt, email, client) : enter(made, attempt, client)
  }

  return {
    begin: (input: { provider: ProviderAnswer['provider']; remember: boolean }, client: Client) =>
      deps.attempts.begin(input.provider, client, { userId: null, remember: input.remember }),
    async finish(answer: ProviderAnswer, client: Client, limitMail: LimitMail): Promise<Opened> {
      const attempt = await deps.attempts.finish(answer, client, null)
      const known = await findAccount(attempt)
      if (known !== undefined) return enter(known, attempt, client)
      const email = await requireAddress(attempt)
      if (attempt.isEmailVerified) return signUp(attempt, email, client)
      await limitMail(normalizeEmail(email))
      return answerEvenly(signUpTakes, () => signUp(attempt, email, client))
    },
  }
}

export type IdentitiesService = ReturnType<typeof createIdentitiesService>
