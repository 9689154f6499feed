import { cutText } from '@twofold/contract/cut-text'
import { nameField } from '@twofold/contract/accounts'
import { withoutHiddenCharacters } from '@twofold/contract/without-hidden-characters'
import { v7 as uuid } from 'uuid'
import type { Account } from '../accounts/account.ts'
import { isFailure } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import type { ProvenAttempt } from './attempts.service.ts'
import type { IdentitiesServiceDeps } from './identities.service.ts'

/** Creates an account at the first sign-in with a provider. */
export function createAccountCreation(deps: IdentitiesServiceDeps) {
  /** Undefined where the address, or by now the identity, has an account. */
  async function makeAccount(
    attempt: ProvenAttempt,
    email: string,
    client: Client,
  ): Promise<{ account: Account; identityId: string } | undefined> {
    const identityId = uuid()
    const prepared = { id: uuid(), name: nameOf(attempt.name, email), email, passwordHash: null, pinHash: null }
    try {
      return await deps.transaction(async (tx) => {
        const language = await deps.accounts.findMailLanguage(tx.db, client.languages)
        const account = await deps.accounts.create(tx, prepared, {
          role: 'user',
          admitted: false,
          verified: attempt.isEmailVerified,
          language,
        })
        const isNew = await deps.identities(tx.db).put({
          id: identityId,
          user_id: account.id,
          provider: attempt.provider,
          issuer: attempt.issuer,
          subject: attempt.subject,
          email,
          created_at: deps.clock.date(),
          last_used_at: null,
        })
        if (!isNew) throw new MadeMeanwhile()
        if (!attempt.isEmailVerified) await deps.verification.send(tx, account)
        return { account, identityId }
      })
    } catch (error) {
      if (error instanceof MadeMeanwhile || isFailure(error, 'auth.email_taken')) return undefined
      throw error
    }
  }

  return { makeAccount }
}

/** Rolls back an account whose identity got one in the same moment. */
class MadeMeanwhile extends Error {
  override name = 'MadeMeanwhile'
}

/** The provider's name for the person if it is valid here; otherwise the local part of the address. */
function nameOf(providedName: string | undefined, email: string): string {
  const plain = cutText(withoutHiddenCharacters((providedName ?? '').replaceAll(/\p{Cc}/gu, ' ')), 100)
  const [local = ''] = email.split('@')
  return [plain, local].find((name) => nameField.safeParse(name).success) ?? 'New user'
}
