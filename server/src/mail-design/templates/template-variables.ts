import { variableDescription } from '@twofold/contract/mail-design/variable-descriptions'
import { commonVariables, type EventClass, type EventDefinition } from '@twofold/contract/event-definition'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'
import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import { splitWords } from '../../platform/events.ts'
import { wordValues } from '../languages/word-values.ts'

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(eventCatalogue, name)
}

/** Accounts depend on its e-mail, which is always sent. */
export const isEssentialEvent = (name: string): boolean => classOf(name) === 'account'

/** People choose in their profile whether they get its e-mail. */
export const isOptionalEvent = (name: string): boolean => classOf(name) === 'optional'

function classOf(name: string): EventClass | undefined {
  if (!isEventName(name)) return undefined
  const definition: EventDefinition = eventCatalogue[name]
  return definition.class
}

/** Present name of an event; undefined: there is no such event. */
export function resolveEventName(name: string): EventName | undefined {
  if (isEventName(name)) return name
  const found = Object.entries(eventCatalogue).find(([, definition]: [string, EventDefinition]) => definition.aliases?.includes(name))
  return found === undefined || !isEventName(found[0]) ? undefined : found[0]
}

/** Variables for templates of these events, with samples; without events, those of any event. */
export const samplesOf = (events: readonly string[]): Record<string, string | number> => splitWords(allSamplesOf(events)).data

function allSamplesOf(events: readonly string[]): EventDefinition['variables'] {
  const known = events.filter(isEventName)
  const definitions: EventDefinition[] = known.length > 0 ? known.map((name) => eventCatalogue[name]) : Object.values(eventCatalogue)
  return Object.fromEntries(
    [...definitions.map(({ variables }) => variables), commonVariables].flatMap((variables) => Object.entries(variables)),
  )
}

/** Variable → what it holds. */
export function describeVariables(events: readonly string[]): Record<string, string> {
  const names = Object.keys(samplesOf(events)).toSorted((a, b) => a.localeCompare(b))
  return Object.fromEntries(names.map((name) => [name, variableDescription(name) ?? name]))
}

/** The samples of these events, those that somebody gave in their place. */
export function sampleMailData(
  events: readonly string[],
  app: { name: string; url: string },
  given: SampleData = {},
  language = 'en',
): SampleData {
  const { data, words = {} } = splitWords(allSamplesOf(events))
  return { ...data, ...wordValues(words, language), 'app.name': app.name, 'app.url': app.url, ...given }
}
