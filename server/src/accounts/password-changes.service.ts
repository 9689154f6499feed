import { normalizeEmail } from '@twofold/contract/email-address'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { changePassword } from '@twofold/contract/profile'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { Db } from '../platform/database.ts'
import { checkAll, fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { Account } from './account.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { AccountsService, OnAddressProven } from './accounts.service.ts'
import type { ActivityService } from './activity.service.ts'
import type { LinksService } from './links.service.ts'
import { isOwnProof } from './own-proof.ts'
import { createPasswordResetLinks } from './password-reset-links.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface PasswordChangesServiceDeps extends ServiceDeps {
  accounts: Pick<AccountsService, 'findAddressee' | 'findByEmail' | 'require' | 'isPassword' | 'hashPassword' | 'requireLength'>
  rows: (db: Db) => Pick<AccountsRepository, 'lock' | 'setPassword' | 'proveAddress'>
  links: Pick<LinksService, 'make' | 'require' | 'use'>
  activity: Pick<ActivityService, 'record'>
  isMailAvailable: () => Promise<boolean>
  onAddressProven: OnAddressProven
  /** Nouns above take away what somebody else may have added, as long as the address is unproven. */
  beforeAddressProven: (db: Db, userId: string) => Promise<void>
  trust: Pick<TrustService, 'isClean' | 'hasSomethingToProtect' | 'close' | 'recordProof'>
}

/** Changes a person's password, with the present one or with an e-mailed link. Either ends every session and every open link. */
export function createPasswordChangesService(deps: PasswordChangesServiceDeps) {
  const { requireProof, requireOther } = createRequirements(deps)

  async function set(tx: Tx, account: Account, hash: string): Promise<boolean> {
    return deps.rows(tx.db).setPassword({ id: account.id, old: account.password_hash, hash, now: deps.clock.date() })
  }

  async function notify(tx: Tx, account: Account, kind: 'password_changed' | 'password_reset', client: Client): Promise<void> {
    await deps.activity.record(tx, { userId: account.id, kind, address: client.address })
    await tx.emit('user.password.changed', {
      to: { user_id: account.id },
      data: { 'actor.name': account.name, 'login.ip': client.address },
    })
  }

  return {
    ...createPasswordResetLinks(deps),
    /**
     * Resets the password by a link, which also proves the address. A link that somebody else may have had proves nothing: the next sign-in needs
     * more, codes stay closed until a proof, and secrets for a day.
     */
    async reset(input: { token: string; password: string }, client: Client): Promise<Said> {
      const link = await deps.links.require(input.token, ['reset_password'])
      const { user_id: userId } = link
      if (userId === null) throw fail('links.wrong')
      const hash = await deps.accounts.hashPassword(userId, input.password, 'password')
      await deps.transaction(async (tx) => {
        const rows = deps.rows(tx.db)
        // In the order of their locks: what others did to the account is read behind that of the account.
        const [, account, isClean] = await Promise.all([
          deps.links.use(tx, input.token, ['reset_password']),
          rows.lock(userId),
          deps.trust.isClean(tx, link),
        ])
        if (account === undefined || !(await set(tx, account, hash))) throw fail('links.expired')
        const isProof = isClean || (!link.is_handed_over && !(await deps.trust.hasSomethingToProtect(tx, userId)))
        if (isProof) {
          await deps.beforeAddressProven(tx.db, userId)
          await rows.proveAddress(userId, deps.clock.date())
          await deps.trust.recordProof(tx, userId)
          await deps.onAddressProven(tx, userId, { isClean, address: normalizeEmail(account.email) })
        } else {
          await deps.trust.close(tx, userId)
          await deps.activity.record(tx, { userId, kind: 'closed_after_reset', address: client.address })
        }
        await notify(tx, account, 'password_reset', client)
      })
      return say('account.password_set')
    },
    /** `also`: writes with the change. */
    async change(
      user: Identity,
      input: { current_password: string | null; new_password: string },
      client: Client,
      also: (tx: Tx) => void,
    ): Promise<CallResponse<typeof changePassword>> {
      const account = await deps.accounts.require(user.id)
      await checkAll(
        () => requireProof(user, account, input.current_password),
        () => requireOther(input),
        () => deps.accounts.requireLength(input.new_password, 'new_password'),
      )
      const hash = await deps.accounts.hashPassword(account.id, input.new_password, 'new_password')
      await deps.transaction(async (tx) => {
        if (!(await set(tx, account, hash))) throw failField('profile.password_wrong', 'current_password')
        await notify(tx, account, 'password_changed', client)
        also(tx)
      })
      return { ...say('account.password_changed'), requires_reauth: true }
    },
  }
}

export type PasswordChangesService = ReturnType<typeof createPasswordChangesService>

function createRequirements(deps: PasswordChangesServiceDeps) {
  async function requireProof(user: Identity, account: Account, password: string | null): Promise<void> {
    if (!(await isOwnProof(deps.accounts, user, account, password))) throw failField('profile.password_wrong', 'current_password')
  }

  function requireOther({
    current_password: current,
    new_password: next,
  }: {
    current_password: string | null
    new_password: string
  }): void {
    if (next === current) throw failField('profile.password_unchanged', 'new_password')
  }

  return { requireProof, requireOther }
}
