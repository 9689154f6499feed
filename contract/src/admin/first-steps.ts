import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'

const endpoint = taggedEndpoint('Back office')

/** What makes a new installation safe to rely on, in the order in which it is offered. */
export const firstStep = z.enum(['vault', 'https', 'passkey', 'key', 'invite', 'mail', 'backup'])
export type FirstStepName = z.infer<typeof firstStep>

export const getFirstSteps = endpoint('GET /admin/first-steps', {
  summary: 'List the steps of setting up and which are done, derived from the current state',
  response: z.object({
    steps: z.array(
      z.object({
        name: firstStep,
        done: z.boolean(),
        /** Since when; null: it is not, or nobody noted it. */
        since: z.nullable(z.string()),
      }),
    ),
  }),
})
