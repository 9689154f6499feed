import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'

const endpoint = taggedEndpoint('Live')

/** Server-sent events of an open page, by name; their data are JSON. */
export const liveEvents = {
  /** The first: the page may stop worrying. */
  hello: z.object({}),
  /** Somebody else copied a code that the reader sees as well, so it may be refused now. */
  taken: z.object({
    key_id: z.string(),
    /** The number of the code's window since 1970. */
    time_window: z.number(),
    taken_by: z.string(),
    taken_at: z.string(),
  }),
  /** Keys, or who has them, changed: read them again. */
  keys: z.object({}),
  /** A program waits for the reader's yes, or for it no longer. */
  approvals: z.object({}),
  /** Something about the reader's own account changed. */
  account: z.object({}),
  /** The vault was locked: no further events until it is unlocked. */
  locked: z.object({}),
  /** For administrators: a new notification or request. */
  office: z.object({}),
  /** Something may have been missed: read everything again. */
  again: z.object({}),
  /** The session is over. The stream ends. */
  ended: z.object({}),
  /** The server is about to stop: come back, soon. The stream ends. */
  bye: z.object({}),
  /** The session has too many streams, and this is among the oldest. The stream ends. */
  replaced: z.object({}),
} as const

export type LiveEventName = keyof typeof liveEvents
export type LiveEventData<Name extends LiveEventName> = z.infer<(typeof liveEvents)[Name]>

export const liveStream = endpoint('GET /live', {
  summary: 'Stream changes while a page is open, as server-sent events',
  response: z.string(),
  files: ['text/event-stream'],
})
