import { limits } from '@twofold/contract/limits'
import { v7 as uuid } from 'uuid'
import type { SetupLinkSealer } from '../platform/crypto/sealers.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { AppError, failField } from '../platform/fail.ts'
import { readingTogether } from '../platform/shared-reads.ts'
import { StartError } from '../platform/start-error.ts'
import type { Tx } from '../platform/transaction.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { AccountsService } from './accounts.service.ts'
import type { SetupRepository } from './setup.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface SetupLink {
  token: string
  expiresAt: Date
}

/** Creates the first administrator of a new installation, by a single-use link or from the configuration. Never again after that. */
export function createSetupService(
  deps: ServiceDeps & {
    setup: (db: Db) => SetupRepository
    administrators: (db: Db) => Pick<AccountsRepository, 'hasAdministrator'>
    accounts: Pick<AccountsService, 'prepare' | 'create' | 'hasAdministrator'>
    sealer: SetupLinkSealer
    /** Whether another node of this installation is alive. */
    hasOtherNodes: (on: Db) => Promise<boolean>
  },
) {
  return {
    /**
     * The link's token, good for 30 minutes and once; undefined when there is an administrator. While another node is alive, which
     * may have printed it, the link that is there stays the one.
     */
    async makeLink(): Promise<SetupLink | undefined> {
      if (await deps.accounts.hasAdministrator()) return undefined
      return deps.transaction(async ({ db }) => {
        const setup = deps.setup(db)
        await setup.lock()
        const known = (await deps.hasOtherNodes(db)) ? await setup.findValid(deps.clock.date()) : undefined
        if (known !== undefined) return { token: deps.sealer.open(known.id, known.token), expiresAt: known.expires_at }
        const token = newToken()
        const id = uuid()
        const expiresAt = new Date(deps.clock.now() + limits.setupLinkMinutes * 60_000)
        await setup.replaceLink({
          id,
          token_hash: hashToken(token),
          token: deps.sealer.seal(id, token),
          created_at: deps.clock.date(),
          expires_at: expiresAt,
        })
        return { token, expiresAt }
      })
    },

    async checkLink(token: string): Promise<{ valid: boolean; expires_at: string | null }> {
      const [link, isOver] = await readingTogether(() =>
        Promise.all([deps.setup(deps.db).findLink(hashToken(token), deps.clock.date()), deps.accounts.hasAdministrator()]),
      )
      const valid = link !== undefined && !isOver
      return { valid, expires_at: valid ? link.expires_at.toISOString() : null }
    },

    /** Uses the link up in the transaction that makes the administrator: of two requests with the same link one succeeds. */
    async useLink({ db }: Pick<Tx, 'db'>, token: string): Promise<void> {
      const setup = deps.setup(db)
      const [, isOver, link] = await Promise.all([
        setup.lock(),
        deps.administrators(db).hasAdministrator(),
        setup.findLink(hashToken(token), deps.clock.date()),
      ])
      if (isOver || link === undefined) throw failField('setup.link_invalid', 'token')
      await setup.removeLinks()
    },

    /** Makes the administrator that the configuration names, unless there is one. True when it did. Throws a StartError when the address has an account. */
    async makeConfigured(admin: { email: string; password: string }): Promise<boolean> {
      if (await deps.accounts.hasAdministrator()) return false
      const prepared = await deps.accounts.prepare({ name: 'Administrator', ...admin })
      return deps.transaction(async (tx) => {
        const setup = deps.setup(tx.db)
        await setup.lock()
        if (await deps.administrators(tx.db).hasAdministrator()) return false
        const making = deps.accounts.create(tx, prepared, { role: 'admin', admitted: true, verified: false })
        await making.catch((error: unknown) => explainRefusal(error, admin.email))
        await setup.removeLinks()
        return true
      })
    },
  }
}

/** The account of the configuration is refused only for its address. */
function explainRefusal(error: unknown, email: string): never {
  if (!(error instanceof AppError)) throw error
  throw new StartError(`The administrator ${email} cannot be made: an ordinary account has this address. Set ADMIN_EMAIL to another one.`)
}

export type SetupService = ReturnType<typeof createSetupService>
