import type { EventDefinition } from '@twofold/contract/event-definition'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'
import type { Explanation } from '@twofold/contract/email/mapping-calls'
import { mappingConditions } from '@twofold/contract/email/mappings'
import type { SampleData } from '@twofold/contract/email/template-fields'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { inOrder } from '../delivery/choose-provider.ts'
import type { ProviderRow, ProvidersRepository } from '../providers/providers.repository.ts'
import type { TemplatePreviewsService } from '../templates/template-previews.service.ts'
import { resolveEventName, samplesOf } from '../templates/template-variables.ts'
import { translationFor } from './compose-mail.ts'
import { decide } from './decide.ts'
import type { DecisionsRepository, Recipient } from './decisions.repository.ts'
import type { MappingsRepository } from './mappings.repository.ts'
import { presentMapping } from './present-mapping.ts'

type Mapped = Awaited<ReturnType<DecisionsRepository['findMapping']>>
type Verdict = Explanation['providers'][number]

/** Why an event is mailed to somebody, or is not: the same checks as for a real one, and nothing is sent. */
export function createExplainService(deps: {
  db: Db
  mappings: (db: Db) => MappingsRepository
  decisions: (db: Db) => DecisionsRepository
  providers: (db: Db) => ProvidersRepository
  findRecipient: (email: string) => Promise<Recipient | undefined>
  previews: Pick<TemplatePreviewsService, 'preview'>
  clock: Clock
}) {
  const mappings = deps.mappings(deps.db)
  const decisions = deps.decisions(deps.db)
  const providers = deps.providers(deps.db)

  async function providersFor(preferredId: string | null, at: Date): Promise<Verdict[]> {
    const [all, usage] = await Promise.all([providers.list(), providers.usage(at)])
    const used = (id: string, scale: 'hour' | 'day') => usage.find((row) => row.provider_id === id && row.scale === scale)?.used ?? 0
    const active = all.filter(({ is_active }) => is_active)
    let isChosen = false
    const verdicts = inOrder(active, preferredId).map((provider): Verdict => {
      const obstacle = obstacleOf(provider, { hour: used(provider.id, 'hour'), day: used(provider.id, 'day') }, at)
      const state = obstacle?.state ?? (isChosen ? 'in reserve' : 'chosen')
      if (obstacle === undefined) isChosen = true
      return {
        id: provider.id,
        name: provider.name,
        provider: provider.provider,
        state,
        detail: obstacle?.detail ?? roomOf(provider, used),
      }
    })
    const inactive = all.filter(({ is_active }) => !is_active)
    return [
      ...verdicts,
      ...inactive.map(({ id, name, provider }): Verdict => ({
        id,
        name,
        provider,
        state: 'inactive',
        detail: 'The provider is switched off',
      })),
    ]
  }

  return {
    /** Throws 422 `email.event_unknown`. */
    async explain(
      user: Identity,
      input: { event_name: string; email: string; at?: string | undefined; data?: SampleData | undefined },
    ): Promise<Omit<Explanation, 'success'>> {
      const event = resolveEventName(input.event_name)
      if (event === undefined) throw fail('email.event_unknown', { errors: { event_name: ['There is no such event.'] } })
      const definition: EventDefinition = eventCatalogue[event]
      const at = input.at === undefined ? new Date(deps.clock.now()) : new Date(input.at)
      const known = await deps.findRecipient(input.email)
      const recipient: Recipient = known ?? { user_id: null, email: input.email, name: null, is_active: true, language: null }
      const [row, mapping, { suppression, isWanted }, lastSentAt] = await Promise.all([
        mappings.findByEvent(event),
        decisions.findMapping(event),
        decisions.findObjections(event, recipient),
        decisions.lastSentAt(event, recipient.email, at),
      ])
      const decision = decide({
        definition,
        mapping: mapping && { is_active: mapping.is_active, conditions: mappingConditions.parse(mapping.conditions) },
        template:
          mapping === undefined || mapping.template_slug === null
            ? undefined
            : { is_active: mapping.template_is_active === true, name: mapping.template_name ?? '' },
        data: numbersAndTexts({ ...samplesOf([event]), ...input.data }),
        recipient: needsAccount(event) ? known : recipient,
        isWanted,
        suppression,
        lastSentAt,
        now: at,
      })
      const preferred = mapping?.provider_id ?? mapping?.template_provider_id ?? null
      return {
        is_sent: decision.isSent,
        reason: decision.reason,
        trace: decision.trace,
        mapping: row === undefined ? null : presentMapping(row),
        recipient: { email: recipient.email, name: recipient.name, is_known: known !== undefined },
        providers: await providersFor(preferred, at),
        waits_until: decision.delay > 0 ? new Date(at.getTime() + decision.delay).toISOString() : null,
        mail: await mailOf(user, mapping, recipient, input.data),
      }
    },
  }

  async function mailOf(user: Identity, mapping: Mapped, recipient: Recipient, data: SampleData | undefined) {
    if (mapping === undefined || mapping.template_slug === null) return null
    const language = translationFor(recipient, mapping)?.language
    const { preview, preview_url } = await deps.previews.preview(user, mapping.template_slug, {
      language,
      data: { 'user.name': recipient.name ?? recipient.email, 'user.email': recipient.email, ...data },
    })
    return { ...preview, preview_url, language: language ?? 'en' }
  }
}

export type ExplainService = ReturnType<typeof createExplainService>

/** Most events concern somebody with an account; only these are mailed to an address alone. */
function needsAccount(event: EventName): boolean {
  return (eventCatalogue[event] as EventDefinition).audience !== 'address'
}

function obstacleOf(
  { open_until: open, hourly_limit: hourly, daily_limit: daily }: ProviderRow,
  used: { hour: number; day: number },
  at: Date,
): { state: Verdict['state']; detail: string } | undefined {
  if (open !== null && open > at) return { state: 'open', detail: `Failed too often: passed over until ${open.toISOString()}` }
  if (daily !== null && used.day >= daily) return { state: 'day full', detail: `${used.day} of ${daily} mails of the day are used` }
  if (hourly !== null && used.hour >= hourly) return { state: 'hour full', detail: `${used.hour} of ${hourly} mails of the hour are used` }
  return undefined
}

function roomOf({ id, hourly_limit, daily_limit }: ProviderRow, used: (id: string, scale: 'hour' | 'day') => number): string {
  const parts = [
    ...(hourly_limit === null ? [] : [`${hourly_limit - used(id, 'hour')} of ${hourly_limit} left this hour`]),
    ...(daily_limit === null ? [] : [`${daily_limit - used(id, 'day')} of ${daily_limit} left today`]),
  ]
  return parts.length === 0 ? 'No limit' : parts.join(', ')
}

function numbersAndTexts(data: SampleData): Record<string, string | number> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]))
}
