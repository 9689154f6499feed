import type { Wording } from './said.ts'

/** Who an event is for. The mail for it goes to each of them, in their own language. */
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
   * Variable → a sample for previews and tests. `user.*`, `app.*` and `event.time` are there for every event as well. What the server words
   * itself is given by codes, so that each e-mail says it in the language of its reader.
   */
  variables: Readonly<Record<string, string | number | readonly Wording[]>>
  /** Of variables that no other event has: what each of them holds. Those of several are in `variableDescriptions`. */
  describes?: Readonly<Record<string, string>>
  /** What its e-mail is for. A system template of the server and an active mapping are seeded for it at installation. Absent: nothing is mailed at first. */
  mail?: string
  /** Older names that mean the same; resolved when a mapping is saved. */
  aliases?: readonly string[]
}

/** How the profile offers an e-mail that people choose themselves. */
interface Choice {
  title: string
  description: string
}

export type EventDefinition = EveryEvent & ({ class: 'optional'; choice: Choice } | { class: Exclude<EventClass, 'optional'> })

/** What is in every event's data in addition to its own variables; `user` is the recipient. */
export const commonVariables = {
  'user.name': 'Bo Sample',
  'user.email': 'bo@example.org',
  'app.name': 'Twofold',
  'app.url': 'https://vault.example.org',
  'event.time': '2026-11-20T09:12:00Z',
} as const
