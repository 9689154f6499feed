import { normalizeEmail, sameAddress } from '@twofold/contract/email-address'
import { acceptedLanguage } from '@twofold/contract/languages'
import type { Role, User } from '@twofold/contract/accounts'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import type { DataKeysRepository } from '../platform/crypto/data-keys.repository.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { PasswordHasher } from '../platform/password-hash.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Tx } from '../platform/transaction.ts'
import type { Account } from './account.ts'
import type { AccountsRepository } from './accounts.repository.ts'

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
 * link: then it goes on waiting.
 */
export type OnAddressProven = (tx: Tx, userId: string, proof: { isClean: boolean }) => Promise<void>

export interface AccountsServiceDeps {
  db: Db
  accounts: (db: Db) => AccountsRepository
  passwords: PasswordHasher
  pins: PasswordHasher
  policy: Pick<Policy, 'password_min_length'>
  /** Tests begin with people who are no administrators. */
  openBeforeSetUp: boolean
  dataKeys: (db: Db) => Pick<DataKeysRepository, 'put'>
  newDataKey: (userId: string) => Buffer
  onAddressProven: OnAddressProven
  clock: Clock
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
  const now = () => new Date(deps.clock.now())

  let wasSetUp = deps.openBeforeSetUp
  /** Once there is an administrator there is always one. */
  async function isSetUp(db: Db): Promise<boolean> {
    wasSetUp ||= await deps.accounts(db).hasAdministrator()
    return wasSetUp
  }

  function requireLength(password: string, field: string): void {
    const minimum = deps.policy.password_min_length
    if (password.length >= minimum) return
    const { message } = fail('auth.password_too_short', { parameters: { minimum } })
    throw fail('request.invalid', { errors: { [field]: [message] } })
  }

  return {
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

    /** Of a new password, which stands in `field` of the request. */
    requireLength,

    /** Nobody gets an account before the administrator. */
    async requireSetUp(): Promise<void> {
      if (!(await isSetUp(deps.db))) throw fail('setup.required')
    },
    isSetUp: () => isSetUp(deps.db),

    /** `admitted`: may use the account without a verified address. `languages`: what their browser would like. */
    async create(
      tx: Tx,
      account: PreparedAccount,
      as: { role: Role; admitted: boolean; verified: boolean | 'by a link that others may have had'; languages?: string | undefined },
    ): Promise<Account> {
      const accounts = deps.accounts(tx.db)
      const { id } = account
      if (as.role === 'user' && !(await isSetUp(tx.db))) throw fail('setup.required')
      const time = now()
      const languages = await accounts.listMailLanguages()
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
        language: mailLanguageOf(as.languages, languages),
        now: time,
      })
      const [isNew, , unproven] = await Promise.all([put, deps.dataKeys(tx.db).put(id, deps.newDataKey(id)), accounts.find(id)])
      if (!isNew) throw failField('auth.email_taken', 'email')
      if (as.verified !== false) await deps.onAddressProven(tx, id, { isClean: as.verified === true })
      await tx.emit('user.registered', { to: { user_id: id }, data: {} })
      await tx.emit('admin.new_user_registered', { data: { 'new_user.name': account.name, 'new_user.email': account.email } })
      const created = as.verified === false ? unproven : await accounts.find(id)
      if (created === undefined) throw new Error('An account that was just made cannot be found.')
      return created
    },

    /** The account for right sign-in data, whatever its state; undefined for wrong ones, after the same time. */
    async checkPassword(email: string, password: string): Promise<Account | undefined> {
      const accounts = deps.accounts(deps.db)
      const account = await accounts.findByEmail(normalizeEmail(email))
      if (account === undefined || account.password_hash === null) {
        await deps.passwords.verifyNothing(password)
        return undefined
      }
      const { ok, needsRehash } = await deps.passwords.verify(account.password_hash, account.id, password)
      if (!ok) return undefined
      if (!needsRehash) return account
      const password_hash = await deps.passwords.hash(account.id, password)
      return (await accounts.replacePasswordHash(account.id, account.password_hash, password_hash, now()))
        ? { ...account, password_hash }
        : account
    },

    /** Written with the session that a sign-in opens. */
    async recordSignIn(tx: Tx, account: Account, factorDueAt: Date | null): Promise<void> {
      const isUnchanged = await deps.accounts(tx.db).recordLogin(account.id, account.password_hash, now(), factorDueAt)
      if (!isUnchanged) throw fail('auth.invalid_credentials')
    },

    /** The same for a sign-in that still waits for its second step. */
    async requireUnchanged(tx: Tx, account: Account): Promise<void> {
      const isUnchanged = await deps.accounts(tx.db).lockUnchanged(account.id, account.password_hash)
      if (!isUnchanged) throw fail('auth.invalid_credentials')
    },

    /** Whether this is the person's own password; false where the account has none. */
    async isPassword(account: Account, password: string): Promise<boolean> {
      if (account.password_hash === null) return false
      return (await deps.passwords.verify(account.password_hash, account.id, password)).ok
    },

    hashPin: (accountId: string, pin: string): Promise<string> => deps.pins.hash(accountId, pin),

    /** The form of an address that uniqueness goes by. */

    /** Of a new password, which stands in `field` of the request. */
    async hashPassword(accountId: string, password: string, field: string): Promise<string> {
      requireLength(password, field)
      return deps.passwords.hash(accountId, password)
    },

    /** Before an administrator is demoted, deactivated or deleted, in that transaction. */
    async requireAnotherAdministrator(tx: Pick<Tx, 'db'>, id: string): Promise<void> {
      const administrators = await deps.accounts(tx.db).lockActiveAdministrators(id)
      if (administrators.length === 1 && administrators[0] === id) throw fail('accounts.last_administrator')
    },

    /** Before something is done to `concerned`. */
    async requireStillAdministrator(tx: Pick<Tx, 'db'>, id: string, concerned: string): Promise<void> {
      const administrators = await deps.accounts(tx.db).lockActiveAdministrators(concerned)
      if (!administrators.includes(id)) throw fail('auth.forbidden')
    },

    findByEmail: (email: string): Promise<Account | undefined> => deps.accounts(deps.db).findByEmail(normalizeEmail(email)),

    find: (id: string): Promise<Account | undefined> => deps.accounts(deps.db).find(id),

    /** The active account that an e-mail was for, as long as it still has that address. */
    async findAddressee({ userId, email }: { userId: string | null; email: string }): Promise<Account | undefined> {
      const account = userId === null ? undefined : await deps.accounts(deps.db).find(userId)
      return account?.is_active === true && sameAddress(account.email, email) ? account : undefined
    },

    async require(id: string): Promise<Account> {
      const account = await deps.accounts(deps.db).find(id)
      if (account === undefined) throw fail('auth.unauthenticated')
      return account
    },

    hasAdministrator: () => deps.accounts(deps.db).hasAdministrator(),
  }
}

/** The language of the mails of whoever comes with `header` (`Accept-Language`); null: as they were written, which is in English. */
function mailLanguageOf(header: string | undefined, translated: readonly string[]): string | null {
  const language = acceptedLanguage(header, [...translated, 'en'])
  return language !== undefined && translated.includes(language) ? language : null
}

export type AccountsService = ReturnType<typeof createAccountsService>
