import type { EventClass } from '@twofold/contract/event-definition'
import type { Explanation } from '@twofold/contract/mail-delivery/explanations'
import { speak, type Spoken } from '../../platform/spoken.ts'
import { inOrder, obstacleOf, type Usage } from '../providers/choose-provider.ts'
import type { ProviderRow } from '../providers/providers.repository.ts'
import { isUrgent, type Limits } from '../providers/quota.ts'
import type { ExplainServiceDeps } from './explain.service.ts'

type Verdict = Explanation['providers'][number]

/** Explains which provider would send an e-mail. */
export function createProviderExplanation(deps: ExplainServiceDeps) {
  const providers = deps.providers(deps.db)

  /** Answers a function that gives each provider's verdict at that time for a class of e-mail. */
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
    const verdict = (state: Verdict['state'], detail: Spoken): Verdict => ({ id, name, provider: product, state, detail })
    if (!provider.is_active) return verdict('inactive', speak('verdict.switched_off'))
    if (!hasSender(provider)) return verdict('no sender', speak('verdict.no_sender'))
    const used = (scale: Usage['scale']) => usage.find((row) => row.provider_id === id && row.scale === scale)?.used ?? 0
    const full = (scale: Usage['scale'], limit: number | null) => {
      const isKept = limit !== null && used(scale) < limit
      return speak(`verdict.used_${scale}${isKept ? '_but_kept' : ''}`, { used: String(used(scale)), most: String(limit) })
    }
    switch (obstacleOf(provider, usage, isUrgent(kind), at)) {
      case 'open':
        return verdict('open', speak('verdict.rests', { until: provider.open_until?.toISOString() ?? '' }))
      case 'day':
        return verdict('day full', full('day', provider.daily_limit))
      case 'hour':
        return verdict('hour full', full('hour', provider.hourly_limit))
      case undefined:
        break
    }
    const state = isChosen ? 'in reserve' : 'chosen'
    isChosen = true
    return verdict(state, quotaLeft(provider, used))
  }
  const [active, inactive] = [all.filter(({ is_active }) => is_active), all.filter(({ is_active }) => !is_active)]
  return [...inOrder(active, preferredId), ...inactive].map(judge)
}

function quotaLeft({ hourly_limit, daily_limit }: Limits, used: (scale: Usage['scale']) => number): Spoken {
  const hour = hourly_limit === null ? undefined : { left: String(hourly_limit - used('hour')), most: String(hourly_limit) }
  const day = daily_limit === null ? undefined : { left: String(daily_limit - used('day')), most: String(daily_limit) }
  if (hour && day) return speak('verdict.left_hour_and_day', { ...hour, rest: day.left, quota: day.most })
  if (hour) return speak('verdict.left_hour', hour)
  return day ? speak('verdict.left_day', day) : speak('verdict.no_limit')
}
