import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf } from '../paging.ts'
import { newReview, review } from '../reviews.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Reviews')

/** The answers to an administrator's review are visible to owners only; this is the progress. */
export const reviewProgress = z.object({
  ...review.shape,
  total: z.number(),
  confirmed: z.number(),
  revoked: z.number(),
  /** Had ended by another way, or was left to a leaver plan. */
  gone: z.number(),
  /** Ended by the date. */
  ended: z.number(),
  left: z.number(),
})
export type ReviewProgress = z.infer<typeof reviewProgress>

export const reviewOwner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  is_active: z.boolean(),
  total: z.number(),
  confirmed: z.number(),
  revoked: z.number(),
  left: z.number(),
})
export type ReviewOwner = z.infer<typeof reviewOwner>

export const listOfficeReviews = endpoint('GET /admin/reviews', {
  summary: 'List access reviews that administrators started, newest first, with their progress',
  query: z.strictObject({ page: pageField }),
  response: pageOf(reviewProgress),
})

export const startOfficeReview = endpoint('POST /admin/reviews', {
  summary: 'Start an access review: every owner confirms who still needs their keys',
  status: 201,
  idempotent: true,
  body: newReview,
  errors: ['groups.not_found', 'reviews.due_too_late', 'reviews.due_too_soon', 'reviews.limit_reached'],
  response: z.object({ id: z.string(), ...said }),
})

export const getOfficeReview = endpoint('GET /admin/reviews/{id}', {
  summary: 'Get the progress of each owner, those with most left first',
  query: z.strictObject({ page: pageField }),
  errors: ['reviews.not_found'],
  response: z.object({ review: reviewProgress, owners: pageOf(reviewOwner) }),
})

export const remindReviewers = endpoint('POST /admin/reviews/{id}/remind', {
  summary: 'Remind owners with open questions, at most once a day',
  errors: ['reviews.not_found', 'reviews.over', 'reviews.reminded_lately'],
})

export const withdrawOfficeReview = endpoint('POST /admin/reviews/{id}/withdraw', {
  summary: 'End a review early; it revokes nothing further',
  errors: ['reviews.not_found', 'reviews.over'],
})
