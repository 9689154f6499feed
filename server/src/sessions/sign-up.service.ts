import type { NewAccount, NewAccountWithoutPin } from '@twofold/contract/accounts'
import type { PreparedAccount } from '../accounts/accounts.service.ts'
import { answerEvenly } from '../platform/answer-evenly.ts'
import { fail, failField, isFailure } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { type OpenedSession, signUpTakes } from './session-rules.ts'
import type { SessionsServiceDeps } from './sessions.service.ts'

export const verificationRequired: OpenedSession = { answer: { email_verification_required: true } }

/** Opens the first session of an account. */
export function createSignUp(deps: SessionsServiceDeps) {
  const languageOf = ({ db }: Pick<Tx, 'db'>, { languages }: Client) => deps.accounts.findMailLanguage(db, languages)
  const newcomer = async (tx: Pick<Tx, 'db'>, client: Client) => ({ role: 'user', language: await languageOf(tx, client) }) as const

  /** Either a new account that has to prove its address, or an e-mail to the existing holder of the address: the client sees no difference. */
  async function signUpUnproven(prepared: PreparedAccount, client: Client): Promise<OpenedSession> {
    try {
      await deps.transaction(async (tx) => {
        const account = await deps.accounts.create(tx, prepared, { ...(await newcomer(tx, client)), admitted: false, verified: false })
        await deps.verification.send(tx, account)
      })
    } catch (error) {
      if (!isFailure(error, 'auth.email_taken')) throw error
      const known = await deps.accounts.findByEmail(prepared.email)
      if (known !== undefined) await deps.transaction((tx) => deps.verification.notifyKnown(tx, known, client.address))
    }
    return verificationRequired
  }

  return {
    /** While verification is required, the answer does not reveal whether the address is known. */
    async signUp(input: NewAccount, client: Client): Promise<OpenedSession> {
      await deps.accounts.requireSetUp()
      if (deps.policy.sign_up !== 'open') throw fail('auth.sign_up_closed')
      const prepared = await deps.accounts.prepare(input)
      if (await deps.isVerificationRequired()) return answerEvenly(signUpTakes, () => signUpUnproven(prepared, client))
      return deps.transaction(async (tx) => {
        const account = await deps.accounts.create(tx, prepared, { ...(await newcomer(tx, client)), admitted: true, verified: false })
        await deps.trust.doubtUnproven(tx, account.id)
        return deps.opening.open(tx, account, client, false)
      })
    },
    /**
     * Creates the account for an invitation link, at the address that it was e-mailed to, which the link proves. While sign-up is closed only an
     * administrator's invitation is accepted.
     */
    async acceptInvitation(
      { token, ...input }: Omit<NewAccountWithoutPin, 'email'> & { token: string },
      client: Client,
    ): Promise<OpenedSession> {
      const link = await deps.links.require(token, ['invite'])
      const { email, created_by: inviter } = link
      if (deps.policy.sign_up === 'closed') {
        const by = inviter === null ? undefined : await deps.accounts.find(inviter)
        if (by?.role !== 'admin' || !by.is_active) throw fail('auth.sign_up_closed')
      }
      const prepared = await deps.accounts.prepare({ ...input, email })
      return deps.transaction(async (tx) => {
        // Behind the lock of the link, and in its round trip.
        const [, isClean, as, seen] = await Promise.all([
          deps.links.use(tx, token, ['invite']),
          deps.trust.isClean(tx, link),
          newcomer(tx, client),
          deps.opening.look(tx, prepared, client),
        ])
        const verified = isClean ? true : 'by a link that others may have had'
        const account = await deps.accounts.create(tx, prepared, { ...as, admitted: true, verified })
        return deps.opening.openNew(tx, account, client, seen)
      })
    },
    checkSetupLink: deps.setup.checkLink,
    /** Makes the first administrator and signs in. */
    async setUp({ token, ...input }: NewAccountWithoutPin & { token: string }, client: Client): Promise<OpenedSession> {
      const { valid } = await deps.setup.checkLink(token)
      if (!valid) throw failField('setup.link_invalid', 'token')
      const prepared = await deps.accounts.prepare(input)
      return deps.transaction(async (tx) => {
        // Sent behind the lock of the setup, in the same round trip.
        const [, seen, language] = await Promise.all([
          deps.setup.useLink(tx, token),
          deps.opening.look(tx, prepared, client),
          languageOf(tx, client),
        ])
        const account = await deps.accounts.create(tx, prepared, { role: 'admin', admitted: true, verified: false, language })
        return deps.opening.openNew(tx, account, client, seen)
      })
    },
  }
}
