import type { ProviderConfiguration, ProviderUse, ProviderToTest } from '@twofold/contract/mail-delivery/providers'
import type { Db } from '../../platform/database.ts'
import type { MailIdentity, Sender, Verification } from './sender.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import type { ProvidersRepository } from './providers.repository.ts'
import type { TemplatesService } from '../../mail-design/templates/templates.service.ts'
import type { MappingsService } from '../../mail-rules/mappings/mappings.service.ts'
import type { WorkingProviders } from './working-providers.ts'
import { createProviderLookup } from './provider-lookup.service.ts'
import { createProviderChanges } from './provider-changes.service.ts'
import { audited } from './present-provider.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import type { Said } from '@twofold/contract/said'
import { sayAll, sayDone, sentence } from '@twofold/contract/sentences/sentences'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { configurationOf, readConfiguration, splitSecret } from './provider-configuration.ts'
import { adviceFor } from './test-advice.ts'
import { testMail } from './test-mail.ts'

/** Milliseconds that trying a configuration may take altogether. */
const longestTest = 25_000

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
  app: { readonly name: string; readonly url: string }
}

export function createProvidersService(deps: ProvidersServiceDeps) {
  const lookup = createProviderLookup(deps)
  const { require, present, presentOne, chooseSecret } = lookup
  const reader = deps.providers(deps.db)

  async function tryOut(administrator: Identity, name: string, configuration: ProviderConfiguration): Promise<Verification> {
    const identity = await deps.identityOf(configuration)
    if (identity === undefined) return { ok: false, detail: '', code: 'no_sender' }
    const sender = deps.openSender(configuration)
    try {
      const language = (await deps.mailLanguageOf(administrator.id)) ?? 'en'
      const mail = testMail({ ...identity, to: administrator, provider: name, appName: deps.app.name, now: deps.clock.date(), language })
      return await sender.verify(AbortSignal.timeout(longestTest), mail)
    } finally {
      sender.close()
    }
  }

  return {
    list: async () => ({ ...(await present(reader.list())), address: deps.app.url }),
    get: presentOne,
    ...createProviderChanges(deps, lookup),
    /** Signs in and sends a real e-mail to `administrator`. */
    async test(administrator: Identity, input: ProviderToTest): Promise<Said & { success: boolean; fields?: string[] }> {
      const stored = input.id === undefined ? undefined : await require(deps.db, input.id)
      if (stored !== undefined && stored.provider !== input.provider) throw failField('email.provider_kind_fixed', 'provider')
      const { secret: given, shown } = splitSecret(configurationOf(input))
      const secret = chooseSecret(given, stored, shown)
      const { ok, detail, code } = await tryOut(administrator, input.name, readConfiguration(shown, secret))
      const target = { kind: 'provider', ...(input.id === undefined ? {} : { id: input.id }), name: input.name }
      await deps.transaction((tx) => tx.audit({ action: 'email.provider_tested', target, after: { provider: input.provider, ok } }))
      if (ok) return sayDone('provider.test_passed')
      const advice = code === undefined ? undefined : adviceFor(input.provider, code)
      // The provider's reply is quoted.
      const inItsWords = detail === '' ? [] : [sentence('provider.said', { detail })]
      if (advice === undefined) return { success: false, ...sayAll(...inItsWords) }
      return { success: false, ...sayAll(sentence(advice.code), ...inItsWords), fields: advice.fields }
    },
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
