import { variableDescription } from '@twofold/contract/mail-design/variable-descriptions'
import { commonVariables, type EventDefinition } from '@twofold/contract/event-definition'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName, MailedEvent } from '@twofold/contract/events'

export type TemplateCategory = 'notification' | 'security' | 'system' | 'admin' | 'test'

export interface SystemTemplate {
  /** The event's name with dashes. */
  slug: string
  event: EventName
  name: string
  category: TemplateCategory
  /** Liquid in text. */
  subject: string
  description: string
  /** Liquid in HTML. */
  html_content: string
  /** Empty: derived from the HTML during rendering. */
  text_content: string
  /** An account depends on it: it may be edited, never disabled or deleted. */
  is_essential: boolean
  /** Variable → what it holds. */
  variables: Record<string, string>
}

export function systemTemplate(event: MailedEvent, category: TemplateCategory, texts: { subject: string; html: string }): SystemTemplate {
  const definition: EventDefinition = eventCatalogue[event]
  return {
    slug: event.replaceAll(/[._]/g, '-'),
    event,
    name: definition.title,
    category,
    subject: texts.subject,
    description: eventCatalogue[event].mail,
    html_content: texts.html,
    text_content: '',
    is_essential: definition.class === 'account',
    variables: describe([...Object.keys(definition.variables), ...Object.keys(commonVariables)]),
  }
}

function describe(variables: string[]): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable) => {
      const description = variableDescription(variable)
      if (description === undefined) throw new Error(`The variable ${variable} has no description.`)
      return [variable, description]
    }),
  )
}
