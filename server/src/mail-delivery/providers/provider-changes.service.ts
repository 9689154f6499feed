import type { ChangedProvider, NewProvider, Provider } from '@twofold/contract/mail-delivery/providers'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import { failField } from '../../platform/fail.ts'
import { requireUnchanged } from '../../platform/require-unchanged.ts'
import { audited } from './present-provider.ts'
import { configurationOf, splitSecret } from './provider-configuration.ts'
import type { ProvidersRepository } from './providers.repository.ts'
import type { ProviderLookup } from './provider-lookup.service.ts'
import type { ProvidersServiceDeps } from './providers.service.ts'

/** New providers and new settings. */
export function createProviderChanges(deps: ProvidersServiceDeps, { require, presentStored, chooseSecret }: ProviderLookup) {
  return {
    async create(input: NewProvider): Promise<Provider> {
      const { secret: given, shown } = splitSecret(configurationOf(input))
      const secret = chooseSecret(given, undefined, shown)
      const id = uuid()
      const isActive = input.is_active ?? true
      const stored = await deps.transaction(async (tx) => {
        const { db } = tx
        const providers = deps.providers(db)
        if (input.is_default === true) await makeRoomForDefault(providers, id, deps.clock.date())
        const put = providers.put({
          id,
          name: input.name,
          provider: input.provider,
          configuration: JSON.stringify(shown.configuration),
          secret: deps.secrets.seal(id, secret),
          priority: input.priority,
          daily_limit: input.daily_limit ?? null,
          hourly_limit: input.hourly_limit ?? null,
          is_active: isActive,
          is_default: input.is_default ?? false,
          created_at: deps.clock.date(),
          updated_at: deps.clock.date(),
        })
        const [, , row] = await Promise.all([put, isActive && deps.queue(db).wakeWaiting(deps.clock.date()), require(db, id)])
        await tx.audit({
          action: 'email.provider_created',
          target: { kind: 'provider', id, name: input.name },
          after: { provider: input.provider, ...audited(row) },
        })
        return row
      })
      // Nothing was sent by it.
      return presentStored(stored, [])
    },
    /** Fields left out stay as they are. */
    async change(id: string, input: ChangedProvider): Promise<Provider> {
      const [stored, usage] = await deps.transaction(async (tx) => {
        const { db } = tx
        const providers = deps.providers(db)
        const [, row] = await Promise.all([providers.lock(id), require(db, id)])
        requireUnchanged(input.unchanged_since, row)
        if (row.provider !== input.provider) throw failField('email.provider_kind_fixed', 'provider')
        const { secret: given, shown } = splitSecret(configurationOf(input))
        const secret = chooseSecret(given, row, shown)
        if (input.is_default === true) await makeRoomForDefault(providers, id, deps.clock.date())
        const isActive = input.is_active ?? row.is_active
        const changed = providers.change(id, {
          name: input.name,
          configuration: JSON.stringify(shown.configuration),
          secret: given === undefined ? row.secret : deps.secrets.seal(id, secret),
          priority: input.priority,
          ...(input.daily_limit === undefined ? {} : { daily_limit: input.daily_limit }),
          ...(input.hourly_limit === undefined ? {} : { hourly_limit: input.hourly_limit }),
          is_active: isActive,
          is_default: input.is_default ?? row.is_default,
          // Saving means that somebody has looked after it: it is retried at once, not when its breaker closes.
          ...closedBreaker,
          updated_at: deps.clock.date(),
        })
        const [, , kept, used] = await Promise.all([
          changed,
          isActive && deps.queue(db).wakeWaiting(deps.clock.date()),
          require(db, id),
          providers.usage(deps.clock.date()),
        ])
        const { before, after } = changeOf(audited(row), audited(kept))
        await tx.audit({
          action: 'email.provider_changed',
          target: { kind: 'provider', id, name: input.name },
          before,
          after: { ...after, has_new_secret: given !== undefined },
        })
        return [kept, used] as const
      })
      return presentStored(stored, usage)
    },
  }
}

const closedBreaker = { failures: 0, open_seconds: 60, open_until: null, last_error: null, last_error_at: null }

/** Two that become the default at once: the later one wins, and there is one. */
async function makeRoomForDefault(providers: ProvidersRepository, id: string, now: Date): Promise<void> {
  await providers.lockDefault()
  await providers.clearDefault(id, now)
}
