import { eventCatalogue } from './event-catalogue.ts'
import type { EventDefinition } from './event-definition.ts'

export type EventName = keyof typeof eventCatalogue

type Variables<N extends EventName> = (typeof eventCatalogue)[N]['variables']

/** The data an event carries: every variable of its definition, and who it is about. */
export type EventData<N extends EventName> = { [K in keyof Variables<N>]: Variables<N>[K] extends number ? number : string }

/** The present name of an event, also when given by an older one; undefined when there is no such event. */
export function resolveEventName(name: string): EventName | undefined {
  if (Object.hasOwn(eventCatalogue, name)) return name as EventName
  const entry = Object.entries<EventDefinition>(eventCatalogue).find(([, definition]) => definition.aliases?.includes(name))
  return entry?.[0] as EventName | undefined
}
