import { sentence } from '@twofold/contract/sentences/sentences'
import { type Finding, worded } from '../../platform/health/finding.ts'
import type { ProviderState } from './working-providers.ts'

export function judgeProviders(providers: readonly ProviderState[]): Finding {
  if (providers.length === 0)
    return {
      status: 'warning',
      ...worded(sentence('health.none'), sentence('health.no_provider'), sentence('health.mail_waits_for_provider')),
      remedy: '/admin/email/providers/create',
    }
  const troubled = providers.filter((provider) => !provider.has_sender || provider.is_down || provider.is_out_of_quota)
  const working = providers.length - troubled.length
  const value = sentence('health.providers_working', { working, all: providers.length })
  if (troubled.length === 0) return { status: 'healthy', ...worded(value, sentence('health.providers_fine')) }
  return {
    status: working === 0 ? 'critical' : 'warning',
    ...worded(value, ...troubled.map((provider) => sentence(troubleOf(provider), { name: provider.name }))),
    remedy: '/admin/email/providers',
  }
}

function troubleOf({ has_sender: hasSender, is_down: isDown }: ProviderState) {
  if (!hasSender) return 'health.provider_no_sender'
  return isDown ? 'health.provider_down' : 'health.provider_out_of_quota'
}
