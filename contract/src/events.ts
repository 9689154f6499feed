import { eventCatalogue } from './event-catalogue.ts'
import type { EventDefinition } from './event-definition.ts'
import type { Wording } from './said.ts'

export type EventName = keyof typeof eventCatalogue

/** Events that a system template is seeded for. */
export type MailedEvent = { [N in EventName]: (typeof eventCatalogue)[N] extends { mail: string } ? N : never }[EventName]

type Variables<N extends EventName> = (typeof eventCatalogue)[N]['variables']

/** Events whose e-mail has a link; most links work once and are not stored. */
export type LinkEvent = { [N in EventName]: Variables<N> extends { 'link.url': unknown } ? N : never }[EventName]

/** A variable with an identifier, a name or what somebody wrote may also be worded; one whose sample is worded is never a text. */
type ValueLike<Sample> = Sample extends number ? number : Sample extends string ? string | readonly Wording[] : readonly Wording[]

/** The data an event carries: every variable of its definition, and who it is about. */
export type EventData<N extends EventName> = { [K in keyof Variables<N>]: ValueLike<Variables<N>[K]> }

/** The present name of an event, also when given by an older one; undefined when there is no such event. */
export function resolveEventName(name: string): EventName | undefined {
  if (Object.hasOwn(eventCatalogue, name)) return name as EventName
  const entry = Object.entries<EventDefinition>(eventCatalogue).find(([, definition]) => definition.aliases?.includes(name))
  return entry?.[0] as EventName | undefined
}
