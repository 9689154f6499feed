import type { EventDefinition } from '@twofold/contract/event-definition'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'
import type { Explanation } from '@twofold/contract/mail-delivery/explanations'
import { mappingConditions } from '@twofold/contract/mail-rules/mappings'
import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import type { Db } from '../../platform/database.ts'
import { failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { ProviderRow, ProvidersRepository } from '../providers/providers.repository.ts'
import type { TemplatePreviewsService } from '../../mail-design/templates/template-previews.service.ts'
import { resolveEventName, samplesOf } from '../../mail-design/templates/template-variables.ts'
import { translationFor, valuesOf } from './compose-mail.ts'
import { decide } from '../../mail-rules/mappings/decide.ts'
import type { DecisionsService } from '../../mail-rules/mappings/decisions.service.ts'
import type { MappingsService } from '../../mail-rules/mappings/mappings.service.ts'
import type { Recipient } from '../../mail-rules/mappings/recipient.ts'
import { createProviderExplanation } from './provider-explanation.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

type Mapped = Awaited<ReturnType<DecisionsService['findMapping']>>

export interface ExplainServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  mappings: Pick<MappingsService, 'findOf'>
  decisions: Pick<DecisionsService, 'findMapping' | 'findObjections' | 'findRecipientByEmail' | 'lastSentAt'>
  providers: (db: Db) => ProvidersRepository
  /** Answers a function that checks whether a provider has a valid sender address. */
  readSenderCheck: () => Promise<(row: ProviderRow) => boolean>
  previews: Pick<TemplatePreviewsService, 'preview'>
}

/** Explains why an event is or is not e-mailed to somebody: the same checks as for a real one, without sending anything. */
export function createExplainService(deps: ExplainServiceDeps) {
  const { readProviders } = createProviderExplanation(deps)
  const { decisions } = deps

  async function mailOf(user: Identity, mapping: Mapped, recipient: Recipient, data: SampleData | undefined) {
    if (mapping === undefined || mapping.template_slug === null) return null
    const language = translationFor(recipient, mapping)?.language
    const { preview, preview_url } = await deps.previews.preview(user, mapping.template_slug, {
      language,
      data: { ...valuesOf(recipient), ...data },
    })
    return { ...preview, preview_url, language: language ?? 'en' }
  }

  return {
    async explain(
      user: Identity,
      input: { event_name: string; email: string; at?: string | undefined; data?: SampleData | undefined },
    ): Promise<Omit<Explanation, 'success'>> {
      const event = resolveEventName(input.event_name)
      if (event === undefined) throw failField('email.event_unknown', 'event_name')
      const definition: EventDefinition = eventCatalogue[event]
      const at = input.at === undefined ? deps.clock.date() : new Date(input.at)
      const [known, shownMapping, mapping, providersFor] = await Promise.all([
        decisions.findRecipientByEmail(deps.db, input.email),
        deps.mappings.findOf(event),
        decisions.findMapping(deps.db, event),
        readProviders(at),
      ])
      const recipient: Recipient = known ?? { user_id: null, email: input.email, name: null, is_active: true, language: null }
      const [{ suppression, isWanted }, lastSentAt, mail] = await Promise.all([
        decisions.findObjections(deps.db, event, recipient),
        decisions.lastSentAt(deps.db, event, recipient.email, at),
        mailOf(user, mapping, recipient, input.data),
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
        mapping: shownMapping ?? null,
        recipient: { email: recipient.email, name: recipient.name, is_known: known !== undefined },
        providers: providersFor(definition.class, preferred),
        waits_until: decision.delay > 0 ? new Date(at.getTime() + decision.delay).toISOString() : null,
        mail,
      }
    },
  }
}

export type ExplainService = ReturnType<typeof createExplainService>

/** Most events concern somebody with an account; only a few are e-mailed to an address alone. */
function needsAccount(event: EventName): boolean {
  return (eventCatalogue[event] as EventDefinition).audience !== 'address'
}

function numbersAndTexts(data: SampleData): Record<string, string | number> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]))
}
