import { type Provider, type ProviderConfiguration, secretField } from '@twofold/contract/mail-delivery/providers'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import { presentProvider, type ProviderUsage } from './present-provider.ts'
import { needsSecretAgain, readConfiguration } from './provider-configuration.ts'
import type { ProviderRow, ProvidersRepository } from './providers.repository.ts'
import type { ProvidersServiceDeps } from './providers.service.ts'

/** Finds providers, and presents them as calls return them. */
export function createProviderLookup(deps: ProvidersServiceDeps) {
  const reader = deps.providers(deps.db)

  async function require(db: Db, id: string): Promise<ProviderRow> {
    const row = await deps.providers(db).find(id)
    if (row === undefined) throw fail('email.provider_not_found')
    return row
  }

  async function present(reading: Promise<ProviderRow[]>): Promise<{ providers: Provider[]; has_sender: boolean }> {
    const [rows, usage, hasSender] = await Promise.all([reading, reader.usage(deps.clock.date()), deps.mailProviders.readSenderCheck()])
    const providers = rows.map((row) => presentProvider(row, usedBy(row, usage), hasSender(row), deps.clock.date()))
    return { providers, has_sender: hasSender() }
  }

  /** The stored provider, in a transaction that has read its usage too. */
  async function presentStored(row: ProviderRow, usage: Usage): Promise<Provider> {
    const hasSender = await deps.mailProviders.readSenderCheck()
    return presentProvider(row, usedBy(row, usage), hasSender(row), deps.clock.date())
  }

  async function presentOne(id: string): Promise<Provider> {
    const {
      providers: [shown],
    } = await present(require(deps.db, id).then((row) => [row]))
    if (shown === undefined) throw fail('email.provider_not_found')
    return shown
  }

  function chooseSecret(given: string | undefined, stored: ProviderRow | undefined, next: ProviderConfiguration): string {
    const field = `configuration.${secretField[next.provider]}`
    if (given !== undefined) return given
    const kept = stored === undefined ? undefined : deps.secrets.open(stored)
    if (stored === undefined || kept === undefined) throw failField('email.secret_required', field)
    if (needsSecretAgain(readConfiguration(stored), next)) throw failField('email.secret_required_again', field)
    return kept
  }

  return { require, present, presentOne, presentStored, chooseSecret }
}

type Usage = Awaited<ReturnType<ProvidersRepository['usage']>>

function usedBy({ id }: ProviderRow, usage: Usage): ProviderUsage {
  const used = (scale: 'hour' | 'day') => usage.find((window) => window.provider_id === id && window.scale === scale)?.used ?? 0
  return { day: used('day'), hour: used('hour') }
}

export type ProviderLookup = ReturnType<typeof createProviderLookup>
