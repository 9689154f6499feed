import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'

const endpoint = taggedEndpoint('Sharing')

/** A key that was shared with the user, as it was called when that ended. */
export const endedKey = z.object({
  /** Id of the key. */
  id: z.string(),
  name: z.string(),
  issuer: z.nullable(z.string()),
  shared_by: z.object({ name: z.string() }),
  /** `owner`: they ended it. `time`: it was shared until then. */
  because: z.enum(['owner', 'time']),
  ended_at: z.string(),
  /** Time of the user's last request for it. */
  asked_at: z.nullable(z.string()),
  /** False: they did within a day. */
  can_ask: z.boolean(),
})
export type EndedKey = z.infer<typeof endedKey>

export const listEndedKeys = endpoint('GET /keys/ended', {
  summary: 'List keys whose share with you ended less than 30 days ago, and which you can ask for again',
  response: z.object({ data: z.array(endedKey) }),
})

export const askAgain = endpoint('POST /keys/{id}/ask-again', {
  summary: 'Ask the owner of a key for a share that has ended, at most once a day',
  errors: ['keys.not_found', 'sharing.asked_already'],
})
