import { normalizeEmail } from '@twofold/contract/email-address'
import type { Role, User } from '@twofold/contract/accounts'
import { v7 as uuid } from 'uuid'
import type { DataKeysRepository } from '../platform/crypto/data-keys.repository.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { PasswordHasher } from '../platform/password-hash.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Tx } from '../platform/transaction.ts'
import type { Account } from './account.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import { createPasswordChecks, createPasswordLength } from './password-checks.service.ts'
import { createLastAdministrator } from './last-administrator.service.ts'
import { createAccountLookup } from './account-lookup.service.ts'
import type { LanguagesRepository } from './languages.repository.ts'
import { createMailLanguage } from './mail-language.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface PreparedAccount {
  /** Known beforehand, because the hashes are bound to it. */
  id: string
  name: string
  email: string
  /** Null: signs in elsewhere. */
  passwordHash: string | null
  pinHash: string | null
}

/**
 * The address has been proven, in this transaction: what waited for it takes effect. `isClean` is false where somebody else may have had the
 * link: then it goes on waiting, and if anything does, the address is in doubt and not verified. `address`: the account's, normalized, by a
 * caller who has just proven it; otherwise it is read.
 */
export type OnAddressProven = (tx: Tx, userId: string, proof: { isClean: boolean; address?: string }) => Promise<{ isInDoubt: boolean }>

export interface AccountsServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  accounts: (db: Db) => AccountsRepository
  languages: (db: Db) => Pick<LanguagesRepository, 'find'>
  passwords: PasswordHasher
  pins: PasswordHasher
  policy: Pick<Policy, 'password_min_length'>
  /** Tests begin with people who are no administrators. */
  openBeforeSetUp: boolean
  dataKeys: (db: Db) => Pick<DataKeysRepository, 'put'>
  newDataKey: (userId: string) => Buffer
  onAddressProven: OnAddressProven
}

/** The account as its own person sees it. */
export function presentUser(account: Account): User {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    role: account.role,
    is_active: account.is_active,
    avatar: null,
    email_verified: account.email_verified_at !== null,
    created_at: account.created_at.toISOString(),
  }
}

export function createAccountsService(deps: AccountsServiceDeps) {
  const lengths = createPasswordLength(deps)
  const { requireLength } = lengths
  let wasSetUp = deps.openBeforeSetUp

  /** Once there is an administrator there is always one. */
  async function isSetUp(db: Db): Promise<boolean> {
    wasSetUp ||= await deps.accounts(db).hasAdministrator()
    return wasSetUp
  }

  /** Locks the account. Throws if it is no longer active, or its password has changed. */
  async function requireUnchanged(tx: Tx, account: Account): Promise<void> {
    const isUnchanged = await deps.accounts(tx.db).lockUnchanged(account.id, account.password_hash)
    if (!isUnchanged) throw fail('auth.invalid_credentials')
  }

  return {
    ...createAccountLookup(deps),
    ...createPasswordChecks(deps, lengths),
    ...createLastAdministrator(deps),
    ...createMailLanguage(deps),
    /** Hashes what must never be stored as it is; slow on purpose, so done before a transaction opens. */
    async prepare(input: { name: string; email: string; password: string; pin?: string | undefined }): Promise<PreparedAccount> {
      requireLength(input.password, 'password')
      const id = uuid()
      const [passwordHash, pinHash] = await Promise.all([
        deps.passwords.hash(id, input.password),
        input.pin === undefined ? null : deps.pins.hash(id, input.pin),
      ])
      return { id, name: input.name, email: input.email, passwordHash, pinHash }
    },
    /** The administrator's account must be the first. */
    async requireSetUp(): Promise<void> {
      if (!(await isSetUp(deps.db))) throw fail('setup.required')
    },
    isSetUp: () => isSetUp(deps.db),
    /** `admitted`: may use the account without a verified address. `language`: of e-mails; none is the original English. */
    async create(
      tx: Tx,
      account: PreparedAccount,
      as: { role: Role; admitted: boolean; verified: boolean | 'by a link that others may have had'; language?: string | null },
    ): Promise<Account> {
      const accounts = deps.accounts(tx.db)
      const { id } = account
      if (as.role === 'user' && !(await isSetUp(tx.db))) throw fail('setup.required')
      const time = deps.clock.date()
      const put = accounts.put({
        id,
        name: account.name,
        email: account.email,
        email_normalized: normalizeEmail(account.email),
        role: as.role,
        password_hash: account.passwordHash,
        pin_hash: account.pinHash,
        admitted_at: as.admitted ? time : null,
        email_verified_at: as.verified === false ? null : time,
        language: as.language ?? null,
        now: time,
      })
      const [isNew, , made] = await Promise.all([put, deps.dataKeys(tx.db).put(id, deps.newDataKey(id)), accounts.find(id)])
      if (!isNew) throw failField('auth.email_taken', 'email')
      const { isInDoubt } =
        as.verified === false
          ? { isInDoubt: false }
          : await deps.onAddressProven(tx, id, { isClean: as.verified === true, address: normalizeEmail(account.email) })
      await tx.emit('user.registered', { to: { user_id: id }, data: {} })
      await tx.emit('admin.new_user_registered', { data: { 'new_user.name': account.name, 'new_user.email': account.email } })
      const created = isInDoubt ? await accounts.find(id) : made
      if (created === undefined) throw new Error('An account that was just made cannot be found.')
      return created
    },
    /** Written with the session that a sign-in opens, behind `requireUnchanged`. */
    recordSignIn(tx: Tx, account: Account, factorDueAt: Date | null): void {
      const now = deps.clock.date()
      tx.writeLast(() => deps.accounts(tx.db).recordLogin(account.id, now, factorDueAt))
    },
    requireUnchanged,
  }
}

export type AccountsService = ReturnType<typeof createAccountsService>
