import type { EventClass } from '@twofold/contract/event-definition'
import type { Explanation } from '@twofold/contract/mail-delivery/explanations'
import { inOrder, obstacleOf } from '../providers/choose-provider.ts'
import type { Usage } from '../providers/choose-provider.ts'
import type { ProviderRow } from '../providers/providers.repository.ts'
import { isUrgent } from '../providers/quota.ts'
import type { Limits } from '../providers/quota.ts'
import type { ExplainServiceDeps } from './explain.service.ts'

type Verdict = Explanation['providers'][number]

/** Explains which provider would send a mail. */
export function createProviderExplanation(deps: ExplainServiceDeps) {
  const providers = deps.providers(deps.db)

  /** Answers what says how each provider stands at that time for a kind of e-mail. */
  async function readProviders(at: Date): Promise<(kind: EventClass, preferredId: string | null) => Verdict[]> {
    const [all, usage, hasSender] = await Promise.all([providers.list(), providers.usage(at), deps.readSenderCheck()])
    return (kind, preferredId) => judgeAll({ all, usage, hasSender, at }, kind, preferredId)
  }

  return { readProviders }
}

interface Facts {
  all: ProviderRow[]
  usage: Usage[]
  hasSender: (provider: ProviderRow) => boolean
  at: Date
}

function judgeAll({ all, usage, hasSender, at }: Facts, kind: EventClass, preferredId: string | null): Verdict[] {
  let isChosen = false
  function judge(provider: ProviderRow): Verdict {
    const { id, name, provider: product } = provider
    const told = (state: Verdict['state'], detail: string): Verdict => ({ id, name, provider: product, state, detail })
    if (!provider.is_active) return told('inactive', 'The provider is switched off')
    if (!hasSender(provider)) return told('no sender', 'It has no From address that e-mail can be sent from')
    const used = (scale: Usage['scale']) => usage.find((row) => row.provider_id === id && row.scale === scale)?.used ?? 0
    const full = (scale: Usage['scale'], limit: number | null) => {
      const kept = limit !== null && used(scale) < limit ? '; the rest is kept for account and security e-mail' : ''
      return `${used(scale)} of ${limit} mails of the ${scale} are used${kept}`
    }
    switch (obstacleOf(provider, usage, isUrgent(kind), at)) {
      case 'open':
        return told('open', `Failed too often: passed over until ${provider.open_until?.toISOString()}`)
      case 'day':
        return told('day full', full('day', provider.daily_limit))
      case 'hour':
        return told('hour full', full('hour', provider.hourly_limit))
      case undefined:
        break
    }
    const state = isChosen ? 'in reserve' : 'chosen'
    isChosen = true
    return told(state, roomOf(provider, used))
  }
  const [active, inactive] = [all.filter(({ is_active }) => is_active), all.filter(({ is_active }) => !is_active)]
  return [...inOrder(active, preferredId), ...inactive].map(judge)
}

function roomOf({ hourly_limit, daily_limit }: Limits, used: (scale: Usage['scale']) => number): string {
  const parts = [
    ...(hourly_limit === null ? [] : [`${hourly_limit - used('hour')} of ${hourly_limit} left this hour`]),
    ...(daily_limit === null ? [] : [`${daily_limit - used('day')} of ${daily_limit} left today`]),
  ]
  return parts.length === 0 ? 'No limit' : parts.join(', ')
}
