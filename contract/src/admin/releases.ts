import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'

const endpoint = taggedEndpoint('Releases')

export const releaseState = z.object({
  /** The version that runs here. */
  current: z.string(),
  /** False: no feed is configured, so there are no checks. */
  is_on: z.boolean(),
  /** The newest release that the feed names; null: unknown. */
  latest: z.nullable(
    z.object({
      version: z.string(),
      title: z.string(),
      url: z.nullable(z.string()),
      published_at: z.nullable(z.string()),
    }),
  ),
  is_newer: z.boolean(),
  /** Time of the last check, and of the last answer. */
  checked_at: z.nullable(z.string()),
  read_at: z.nullable(z.string()),
  /** Reason why the last check failed. */
  error: z.nullable(z.string()),
})
export type ReleaseState = z.infer<typeof releaseState>

export const getReleases = endpoint('GET /admin/system/releases', {
  summary: 'Get the running version and the latest one that the release feed reported',
  response: releaseState,
})

export const checkReleases = endpoint('POST /admin/system/releases/check', {
  summary: 'Check the release feed now; an answer less than a minute old is reused',
  errors: ['releases.off'],
  response: releaseState,
})
