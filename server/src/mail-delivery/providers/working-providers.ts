import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { Db } from '../../platform/database.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import { isResting, obstacleOf } from './choose-provider.ts'
import { domainOf } from './message-id.ts'
import type { ProviderRow, ProvidersRepository } from './providers.repository.ts'
import { hasInstallationSender, identityOfRow, type SenderAddressDeps } from './sender-address.ts'

export interface WorkingProvidersDeps extends SenderAddressDeps {
  db: Db
  providers: (db: Db) => Pick<ProvidersRepository, 'list' | 'listActive' | 'usage'>
  readSender: (db: Db) => Promise<EmailSettings['sender']>
}

export type FindDomain = (preferredProviderId: string | null) => string

const freshMilliseconds = 5_000

export interface ProviderState {
  name: string
  /** Without a From address it cannot send. */
  has_sender: boolean
  /** Its breaker is open after repeated failures. */
  is_down: boolean
  is_out_of_quota: boolean
  last_error: string | null
}

/** Providers that can send: active ones with a valid sender address. */
export function createWorkingProviders(deps: WorkingProvidersDeps) {
  const hasSender = (row: ProviderRow, sender: EmailSettings['sender']) => identityOfRow(row, sender, deps) !== undefined

  const readActive = (db: Db) => readingTogether(() => Promise.all([deps.providers(db).listActive(), deps.readSender(db)]))

  async function listWorking(db = deps.db): Promise<ProviderRow[]> {
    const [rows, sender] = await readActive(db)
    return rows.filter((row) => hasSender(row, sender))
  }

  let domains: { find: FindDomain; readAt: number } | undefined

  return {
    listWorking: () => listWorking(),

    /**
     * Finds the domain for the Message-ID of a new e-mail: the one of its preferred provider's From address. At most five seconds old, since every
     * e-mail needs it; the delivery corrects what has changed.
     */
    async messageIdDomains(db: Db = deps.db): Promise<FindDomain> {
      if (domains === undefined || performance.now() - domains.readAt > freshMilliseconds) {
        const [rows, sender] = await readActive(db)
        const known = rows.flatMap((row) => {
          const identity = identityOfRow(row, sender, deps)
          return identity === undefined ? [] : [{ id: row.id, domain: domainOf(identity.from.address) }]
        })
        const find: FindDomain = (preferredId) =>
          (known.find(({ id }) => id === preferredId) ?? known[0])?.domain ?? new URL(deps.app.url).hostname
        domains = { find, readAt: performance.now() }
      }
      return domains.find
    },

    /** Whether e-mail can be sent; otherwise it waits. Within a transaction pass its `db`: a second connection might never become free. */
    isMailAvailable: async (db?: Db): Promise<boolean> => (await listWorking(db)).length > 0,

    /** Answers a function that checks whether a provider has a valid sender address; without a provider, whether the installation has one. */
    async readSenderCheck(): Promise<(row?: ProviderRow) => boolean> {
      const sender = await deps.readSender(deps.db)
      return (row) => (row === undefined ? hasInstallationSender(sender, deps) : hasSender(row, sender))
    },

    /** Active providers. */
    async listStates(now: Date): Promise<ProviderState[]> {
      const [rows, sender, usage] = await Promise.all([
        deps.providers(deps.db).listActive(),
        deps.readSender(deps.db),
        deps.providers(deps.db).usage(now),
      ])
      return rows.map((row) => ({
        name: row.name,
        has_sender: hasSender(row, sender),
        is_down: isResting(row, now),
        is_out_of_quota: obstacleOf({ ...row, open_until: null }, usage, true, now) !== undefined,
        last_error: row.last_error,
      }))
    },
  }
}

export type WorkingProviders = ReturnType<typeof createWorkingProviders>
