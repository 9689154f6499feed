import type {
  ChangedProvider,
  NewProvider,
  Provider,
  ProviderConfiguration,
  ProviderToTest,
  ProviderUse,
} from '@twofold/contract/mail-delivery/providers'
import type { Said } from '@twofold/contract/said'
import { say, sayAll, sentence } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { MailIdentity, Sender, Verification } from './sender.ts'
import { presentProvider } from './present-provider.ts'
import { configurationOf, readConfiguration, splitSecret } from './provider-configuration.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import type { ProviderRow, ProvidersRepository } from './providers.repository.ts'
import type { TemplatesRepository } from '../../mail-design/templates/templates.repository.ts'
import type { MappingsRepository } from '../../mail-rules/mappings/mappings.repository.ts'
import type { WorkingProviders } from './working-providers.ts'
import { adviceFor } from './test-advice.ts'
import { testMail } from './test-mail.ts'
import { createProviderAnswers } from './provider-answers.service.ts'

/** Milliseconds that trying a configuration may take altogether. */
const longestTest = 25_000

export interface ProvidersServiceDeps {
  db: Db
  transaction: Transaction
  providers: (db: Db) => ProvidersRepository
  /** Mail that waited for a provider goes out. */
  queue: (db: Db) => { wakeWaiting: (now: Date) => Promise<void> }
  mappings: (db: Db) => Pick<MappingsRepository, 'forgetProvider'>
  templates: (db: Db) => Pick<TemplatesRepository, 'forgetProvider'>
  secrets: ProviderSecrets
  /** A way to send by settings that are not stored; whoever asks for it closes it. */
  openSender: (configuration: ProviderConfiguration) => Sender
  /** Who mail through it would be from; undefined: it has no address that mail can be from. */
  identityOf: (configuration: ProviderConfiguration) => Promise<MailIdentity | undefined>
  mailProviders: Pick<WorkingProviders, 'findSenders' | 'listWorking'>
  /** What somebody chose for their mails; null: nothing. */
  mailLanguageOf: (userId: string) => Promise<string | null>
  app: { readonly name: string }
  clock: Clock
}

export function createProvidersService(deps: ProvidersServiceDeps) {
  const answers = createProviderAnswers(deps)
  const { require, present, presentOne, chooseSecret } = answers
  const lookUp = deps.providers(deps.db)
  const now = () => new Date(deps.clock.now())

  async function tryOut(administrator: Identity, name: string, configuration: ProviderConfiguration): Promise<Verification> {
    const identity = await deps.identityOf(configuration)
    if (identity === undefined) return { ok: false, detail: '', code: 'no_sender' }
    const sender = deps.openSender(configuration)
    try {
      const language = (await deps.mailLanguageOf(administrator.id)) ?? 'en'
      const mail = testMail({ ...identity, to: administrator, provider: name, appName: deps.app.name, now: now(), language })
      return await sender.verify(AbortSignal.timeout(longestTest), mail)
    } finally {
      sender.close()
    }
  }

  return {
    list: async (): Promise<Provider[]> => present(await lookUp.list()),
    get: presentOne,
    async create(input: NewProvider): Promise<Provider> {
      const { secret: given, shown } = splitSecret(configurationOf(input))
      const secret = chooseSecret(given, undefined, shown)
      const id = uuid()
      const isActive = input.is_active ?? true
      const stored = await deps.transaction(async (tx) => {
        const { db } = tx
        const providers = deps.providers(db)
        if (input.is_default === true) await makeRoomForDefault(providers, id)
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
          created_at: now(),
          updated_at: now(),
        })
        const [, , row] = await Promise.all([put, isActive && deps.queue(db).wakeWaiting(now()), require(db, id)])
        await tx.audit({
          action: 'email.provider_created',
          target: { kind: 'provider', id, name: input.name },
          after: { provider: input.provider, ...audited(row) },
        })
        return row
      })
      // Nothing was sent by it.
      const senders = await deps.mailProviders.findSenders([stored])
      return presentProvider(stored, { day: 0, hour: 0 }, senders.has(id), now())
    },
    /** What is left out stays as it is. */
    async change(id: string, input: ChangedProvider): Promise<Provider> {
      await deps.transaction(async (tx) => {
        const { db } = tx
        const providers = deps.providers(db)
        await providers.lock(id)
        const row = await require(db, id)
        if (row.provider !== input.provider) throw failField('email.provider_kind_fixed', 'provider')
        const { secret: given, shown } = splitSecret(configurationOf(input))
        const secret = chooseSecret(given, row, shown)
        if (input.is_default === true) await makeRoomForDefault(providers, id)
        const isActive = input.is_active ?? row.is_active
        await providers.change(id, {
          name: input.name,
          configuration: JSON.stringify(shown.configuration),
          secret: given === undefined ? row.secret : deps.secrets.seal(id, secret),
          priority: input.priority,
          ...(input.daily_limit === undefined ? {} : { daily_limit: input.daily_limit }),
          ...(input.hourly_limit === undefined ? {} : { hourly_limit: input.hourly_limit }),
          is_active: isActive,
          is_default: input.is_default ?? row.is_default,
          // Whoever saves has looked after it: it is tried again at once, not when its breaker closes.
          ...closedBreaker,
          updated_at: now(),
        })
        if (isActive) await deps.queue(db).wakeWaiting(now())
        const { before, after } = changeOf(audited(row), audited(await require(db, id)))
        await tx.audit({
          action: 'email.provider_changed',
          target: { kind: 'provider', id, name: input.name },
          before,
          after: { ...after, has_new_secret: given !== undefined },
        })
      })
      return presentOne(id)
    },
    /** What depends on it. */
    async findUse(id: string): Promise<ProviderUse> {
      const row = await require(deps.db, id)
      const [use, working] = await Promise.all([lookUp.findUse(id), deps.mailProviders.listWorking()])
      return { ...use, is_default: row.is_default, is_last_working: working.length === 1 && working[0]?.id === id }
    },
    /** Mail that is being handed over comes to its end; mail that waits goes by another provider, or until there is one. */
    async remove(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const providers = deps.providers(tx.db)
        await providers.lock(id)
        const row = await require(tx.db, id)
        const { mails_waiting, mappings, templates } = await providers.findUse(id)
        await deps.mappings(tx.db).forgetProvider(id)
        await deps.templates(tx.db).forgetProvider(id)
        await providers.remove(id, now())
        await tx.audit({
          action: 'email.provider_deleted',
          target: { kind: 'provider', id, name: row.name },
          before: { provider: row.provider, ...audited(row), mails_waiting, mappings, templates },
        })
      })
    },
    /** Really signs in and sends a mail to `administrator`. */
    async test(administrator: Identity, input: ProviderToTest): Promise<Said & { success: boolean; fields?: string[] }> {
      const stored = input.id === undefined ? undefined : await require(deps.db, input.id)
      if (stored !== undefined && stored.provider !== input.provider) throw failField('email.provider_kind_fixed', 'provider')
      const { secret: given, shown } = splitSecret(configurationOf(input))
      const secret = chooseSecret(given, stored, shown)
      const { ok, detail, code } = await tryOut(administrator, input.name, readConfiguration(shown, secret))
      const target = { kind: 'provider', ...(input.id === undefined ? {} : { id: input.id }), name: input.name }
      await deps.transaction((tx) => tx.audit({ action: 'email.provider_tested', target, after: { provider: input.provider, ok } }))
      if (ok) return { success: true, ...say('provider.test_passed') }
      const advice = code === undefined ? undefined : adviceFor(input.provider, code)
      // What the provider said stands in its own words.
      const inItsWords = detail === '' ? [] : [sentence('provider.said', { detail })]
      if (advice === undefined) return { success: false, ...sayAll(...inItsWords) }
      return { success: false, ...sayAll(sentence(advice.code), ...inItsWords), fields: advice.fields }
    },
  }
}

const closedBreaker = { failures: 0, open_seconds: 60, open_until: null, last_error: null, last_error_at: null }

/** Two that become the default at once: the later one wins, and there is one. */
async function makeRoomForDefault(providers: ProvidersRepository, id: string): Promise<void> {
  await providers.lockDefault()
  await providers.clearDefault(id)
}

/** What of a provider stands in the audit log. The secret is not part of its configuration. */
function audited({ name, priority, daily_limit, hourly_limit, is_active, is_default, configuration }: ProviderRow) {
  return { name, priority, daily_limit, hourly_limit, is_active, is_default, ...(configuration as Record<string, unknown>) }
}

export type ProvidersService = ReturnType<typeof createProvidersService>
