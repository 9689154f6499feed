import type { IdentityProvider } from '@twofold/contract/accounts'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { Identity as ConnectedIdentity, listIdentities, ProviderAnswer } from '@twofold/contract/identities'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { FactorsService } from '../factors/factors.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { AttemptsService } from './attempts.service.ts'
import type { IdentitiesRepository, IdentityRow } from './identities.repository.ts'
import { offeredOf, type Providers } from './configured-providers.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface ConnectionsServiceDeps extends ServiceDeps {
  identities: (db: Db) => IdentitiesRepository
  providers: Providers
  attempts: Pick<AttemptsService, 'begin' | 'finish'>
  accounts: Pick<AccountsService, 'require' | 'requireUnchanged'>
  factors: Pick<FactorsService, 'requireProof' | 'hasOtherWayIn'>
  activity: Pick<ActivityService, 'record'>
}

/** Accounts elsewhere that somebody who is signed in can sign in with, too. */
export function createConnectionsService(deps: ConnectionsServiceDeps) {
  /** The name of the button; the issuer's address where that is another issuer by now. */
  function nameOf({ provider: id, issuer }: IdentityRow): string {
    const provider = deps.providers.get(id as IdentityProvider)
    const isThisOne = provider?.issuer?.replace(/\/$/, '') === issuer.replace(/\/$/, '')
    return provider !== undefined && isThisOne ? provider.name : new URL(issuer).host
  }

  const present = (row: IdentityRow): ConnectedIdentity => ({
    id: row.id,
    provider: row.provider as IdentityProvider,
    name: nameOf(row),
    email: row.email,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  })

  return {
    async list(user: Identity): Promise<CallResponse<typeof listIdentities>> {
      const rows = await deps.identities(deps.db).listOf(user.id)
      return { data: rows.map(present), providers: offeredOf(deps.providers) }
    },

    async begin(user: Identity, input: { provider: IdentityProvider; current_password?: string | undefined }, client: Client) {
      await deps.factors.requireProof(user, input.current_password)
      return deps.attempts.begin(input.provider, client, { userId: user.id, remember: false })
    },

    async finish(user: Identity, answer: ProviderAnswer, client: Client): Promise<Said & { identity: ConnectedIdentity }> {
      const attempt = await deps.attempts.finish(answer, client, user.id)
      const row: IdentityRow = {
        id: uuid(),
        user_id: user.id,
        provider: attempt.provider,
        issuer: attempt.issuer,
        subject: attempt.subject,
        email: attempt.email ?? null,
        created_at: deps.clock.date(),
        last_used_at: null,
      }
      await deps.transaction(async (tx) => {
        const isNew = await deps.identities(tx.db).put(row)
        if (!isNew) throw fail('identities.connected_already', { parameters: { provider: attempt.providerName } })
        const detail = { provider: attempt.providerName }
        await deps.activity.record(tx, { userId: user.id, kind: 'identity_connected', detail, address: client.address })
      })
      return { identity: present(row), ...say('identity.connected', { provider: attempt.providerName }) }
    },

    async disconnect(user: Identity, id: string, currentPassword: string | undefined, client: Client): Promise<Said> {
      await deps.factors.requireProof(user, currentPassword)
      const account = await deps.accounts.require(user.id)
      return deps.transaction(async (tx) => {
        const identities = deps.identities(tx.db)
        // Locks the account: of two that are disconnected at once, the second sees the first gone.
        const [, own, hasOther] = await Promise.all([
          deps.accounts.requireUnchanged(tx, account),
          identities.listOf(user.id),
          deps.factors.hasOtherWayIn(tx, user.id, id),
        ])
        const row = own.find((one) => one.id === id)
        if (row === undefined) throw fail('identities.not_found')
        if (!hasOther) throw fail('identities.last_way_in')
        const provider = nameOf(row)
        tx.writeLast(() => identities.remove(id))
        await deps.activity.record(tx, { userId: user.id, kind: 'identity_disconnected', detail: { provider }, address: client.address })
        return say('identity.disconnected', { provider })
      })
    },
  }
}

export type ConnectionsService = ReturnType<typeof createConnectionsService>
