import type { Wording } from './said.ts'

/** Audience of an event. Each recipient gets the e-mail in their own language. */
export type EventAudience = 'user' | 'address' | 'administrators' | 'active users' | 'subscribers'

/**
 * Most urgent first: the order in which events are decided on and e-mail is sent (decision 0081). `account`: the account depends on it; may be
 * edited, never disabled. `security`: always sent. `optional`: people choose in their profile.
 */
export const eventClasses = ['account', 'security', 'system', 'optional'] as const
export type EventClass = (typeof eventClasses)[number]

/** 0 for the most urgent class. */
export const urgencyRank = (kind: EventClass): number => eventClasses.indexOf(kind)

interface EveryEvent {
  /** Shown in the mapping picker. */
  title: string
  when: string
  audience: EventAudience
  /**
   * Variables with samples for previews and tests. `user.*`, `app.*` and `event.time` are available for every event as well. Texts worded by the
   * server are codes, so that each e-mail uses its reader's language.
   */
  variables: Readonly<Record<string, string | number | readonly Wording[]>>
  /** Descriptions of variables that only this event has. Those of several events are in `variableDescriptions`. */
  describes?: Readonly<Record<string, string>>
  /** Purpose of its e-mail. A system template and an active mapping are seeded for it at installation. Absent: no e-mail by default. */
  mail?: string
  /** Older names that mean the same; resolved when a mapping is saved. */
  aliases?: readonly string[]
}

/** Wording of an optional e-mail in the profile. */
interface Choice {
  title: string
  description: string
}

export type EventDefinition = EveryEvent & ({ class: 'optional'; choice: Choice } | { class: Exclude<EventClass, 'optional'> })

/** Variables of every event in addition to its own; `user` is the recipient. */
export const commonVariables = {
  'user.name': 'Bo Sample',
  'user.email': 'bo@example.org',
  'user.state': 'active',
  'app.name': 'Twofold',
  'app.url': 'https://vault.example.org',
  'event.time': '2026-11-20T09:12:00Z',
} as const
