import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'

const endpoint = taggedEndpoint('Back office')

/** Steps that make a new installation safe to rely on, in the suggested order. */
export const firstStep = z.enum(['vault', 'https', 'passkey', 'key', 'invite', 'mail', 'backup'])
export type FirstStepName = z.infer<typeof firstStep>

export const getFirstSteps = endpoint('GET /admin/first-steps', {
  summary: 'List the steps of setting up and which are done, derived from the current state',
  response: z.object({
    steps: z.array(
      z.object({
        name: firstStep,
        done: z.boolean(),
        /** Time since which it is done; null: it is not, or the time is unknown. */
        since: z.nullable(z.string()),
      }),
    ),
  }),
})
