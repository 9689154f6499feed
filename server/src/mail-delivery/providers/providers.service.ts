import type { ProviderConfiguration, ProviderUse } from '@twofold/contract/mail-delivery/providers'
import type { Db } from '../../platform/database.ts'
import type { MailIdentity, Sender } from './sender.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import type { ProvidersRepository } from './providers.repository.ts'
import type { TemplatesService } from '../../mail-design/templates/templates.service.ts'
import type { MappingsService } from '../../mail-rules/mappings/mappings.service.ts'
import type { WorkingProviders } from './working-providers.ts'
import { createProviderLookup } from './provider-lookup.service.ts'
import { createProviderTests } from './provider-tests.service.ts'
import { createProviderChanges } from './provider-changes.service.ts'
import { audited } from './present-provider.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface ProvidersServiceDeps extends ServiceDeps {
  providers: (db: Db) => ProvidersRepository
  /** Sends e-mail that waited for a provider. */
  queue: (db: Db) => { wakeWaiting: (now: Date) => Promise<void> }
  mappings: Pick<MappingsService, 'forgetProvider'>
  templates: Pick<TemplatesService, 'forgetProvider'>
  secrets: ProviderSecrets
  /** Creates a sender for settings that are not stored; the caller closes it. */
  openSender: (configuration: ProviderConfiguration) => Sender
  /** Sender identity of a configuration; undefined: it has no valid sender address. */
  identityOf: (configuration: ProviderConfiguration) => Promise<MailIdentity | undefined>
  mailProviders: Pick<WorkingProviders, 'readSenderCheck' | 'listWorking'>
  /** A person's chosen e-mail language; null: none. */
  mailLanguageOf: (userId: string) => Promise<string | null>
  app: { readonly name: string }
}

export function createProvidersService(deps: ProvidersServiceDeps) {
  const lookup = createProviderLookup(deps)
  const { require, present, presentOne } = lookup
  const reader = deps.providers(deps.db)

  return {
    list: () => present(reader.list()),
    get: presentOne,
    ...createProviderChanges(deps, lookup),
    ...createProviderTests(deps, lookup),
    async findUse(id: string): Promise<ProviderUse> {
      const row = await require(deps.db, id)
      const [use, working] = await Promise.all([reader.findUse(id), deps.mailProviders.listWorking()])
      return { ...use, is_default: row.is_default, is_last_working: working.length === 1 && working[0]?.id === id }
    },
    /** E-mail being handed over is finished; waiting e-mail uses another provider, or waits until there is one. */
    async remove(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const providers = deps.providers(tx.db)
        const [, row, { mails_waiting, mappings, templates }] = await Promise.all([
          providers.lock(id),
          require(tx.db, id),
          providers.findUse(id),
        ])
        tx.writeLast(() => deps.mappings.forgetProvider(tx, id))
        tx.writeLast(() => deps.templates.forgetProvider(tx, id))
        tx.writeLast(() => providers.remove(id, deps.clock.date()))
        await tx.audit({
          action: 'email.provider_deleted',
          target: { kind: 'provider', id, name: row.name },
          before: { provider: row.provider, ...audited(row), mails_waiting, mappings, templates },
        })
      })
    },
  }
}

export type ProvidersService = ReturnType<typeof createProvidersService>
