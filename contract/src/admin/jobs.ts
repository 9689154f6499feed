import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf } from '../paging.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Jobs')

export const jobQueue = z.object({
  name: z.string(),
  /** May start now. */
  waiting: z.number(),
  /** Start later, by themselves. */
  deferred: z.number(),
  active: z.number(),
  failed: z.number(),
  completed: z.number(),
  /** Seconds that the oldest startable job has waited; null: none waits. */
  oldest_seconds: z.nullable(z.number()),
  /** Cron expression (UTC) of scheduled work. */
  schedule: z.nullable(z.string()),
  last_completed_at: z.nullable(z.string()),
})
export type JobQueue = z.infer<typeof jobQueue>

export const listJobs = endpoint('GET /admin/system/jobs', {
  summary: 'List background queues with their waiting, running, failed and finished jobs',
  response: z.object({ queues: z.array(jobQueue) }),
})

export const failedJob = z.object({
  id: z.string(),
  queue: z.string(),
  /** Error message. The job's data are left out: they may be secret. */
  cause: z.string(),
  tries: z.number(),
  /** The request that it follows from. Null: it follows from none. */
  request_id: z.nullable(z.string()),
  created_at: z.string(),
  failed_at: z.string(),
})
export type FailedJob = z.infer<typeof failedJob>

export const listFailedJobs = endpoint('GET /admin/system/jobs/failed', {
  summary: 'List jobs that failed for good, latest first, with the cause',
  query: z.strictObject({ queue: z.optional(z.string().check(z.maxLength(100), z.refine(hasNoControlCharacters))), page: pageField }),
  response: pageOf(failedJob),
})

export const retryJob = endpoint('POST /admin/system/jobs/{id}/retry', {
  summary: 'Retry a failed job',
  errors: ['jobs.not_failed', 'jobs.not_found'],
})

export const retryQueue = endpoint('POST /admin/system/jobs/retry', {
  summary: 'Retry all failed jobs of a queue',
  body: z.strictObject({ queue: z.string().check(z.minLength(1), z.maxLength(100), z.refine(hasNoControlCharacters)) }),
  errors: ['jobs.nothing_failed'],
  response: z.object({ ...said, retried: z.number() }),
})
