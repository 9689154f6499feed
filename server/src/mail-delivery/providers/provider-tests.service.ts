import type { ProviderConfiguration, ProviderToTest } from '@twofold/contract/mail-delivery/providers'
import type { Said } from '@twofold/contract/said'
import { sayAll, sayDone, sentence } from '@twofold/contract/sentences/sentences'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Verification } from './sender.ts'
import { configurationOf, readConfiguration, splitSecret } from './provider-configuration.ts'
import { adviceFor } from './test-advice.ts'
import { testMail } from './test-mail.ts'
import type { ProviderLookup } from './provider-lookup.service.ts'
import type { ProvidersServiceDeps } from './providers.service.ts'

/** Milliseconds that trying a configuration may take altogether. */
const longestTest = 25_000

/** Tests settings, stored or not, by really sending an e-mail. */
export function createProviderTests(deps: ProvidersServiceDeps, { require, chooseSecret }: ProviderLookup) {
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
  }
}
