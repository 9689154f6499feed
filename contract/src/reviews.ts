import * as z from 'zod/mini'
import { domainsIn, domainsMost } from './domains.ts'
import { taggedEndpoint } from './endpoint.ts'
import { sharePermission } from './keys.ts'
import { limits } from './limits.ts'
import { said } from './said.ts'
import { isStorable } from './hidden-characters.ts'

const endpoint = taggedEndpoint('Reviews')

/** Scope of a review: `all` keys, those with a tag, one group's keys and members, or only access by addresses outside some domains. */
export const reviewScope = z.enum(['all', 'tag', 'group', 'outside'])
export type ReviewScope = z.infer<typeof reviewScope>

interface Asked {
  scope: ReviewScope
  tag?: string | undefined
  group_id?: string | undefined
  domains?: string | undefined
}

/** Exactly what its scope needs. */
const fits = [
  z.refine<Asked>(({ scope, tag: of }) => (scope === 'tag') === (of !== undefined), { path: ['tag'], error: 'Please enter a tag' }),
  z.refine<Asked>(({ scope, group_id: of }) => (scope === 'group') === (of !== undefined), {
    path: ['group_id'],
    error: 'Please choose a group',
  }),
  z.refine<Asked>(({ scope, domains: of }) => (scope === 'outside') === domainsIn(of ?? '').length > 0, {
    path: ['domains'],
    error: 'Please enter the domains',
  }),
  z.refine<Asked>(({ domains: of }) => domainsIn(of ?? '').length <= domainsMost, {
    path: ['domains'],
    error: `At most ${domainsMost} domains`,
  }),
] as const

export const newReview = z
  .strictObject({
    scope: reviewScope,
    tag: z.optional(z.string().check(z.trim(), z.minLength(1, 'Please enter a tag'), z.maxLength(limits.tagMax), z.refine(isStorable))),
    group_id: z.optional(z.uuid('Please choose a group')),
    /** Such as `example.org, example.com`. */
    domains: z.optional(
      z.string().check(z.trim(), z.maxLength(1000), z.regex(/^[\p{L}\p{M}\p{N}.\-@,;\s]*$/u, 'Please enter domains such as example.org')),
    ),
    /** Unconfirmed access ends then. */
    due_at: z.iso.datetime({ offset: true, error: 'Please enter a date' }),
  })
  .check(...fits)
export type NewReview = z.infer<typeof newReview>

export const review = z.object({
  id: z.string(),
  scope: reviewScope,
  /** The tag, the group's name, or the domains, as its scope has it. */
  of: z.nullable(z.string()),
  /** By an administrator, about everybody's keys; otherwise about the user's own. */
  is_office: z.boolean(),
  started_by: z.object({ name: z.string() }),
  created_at: z.string(),
  due_at: z.string(),
  state: z.enum(['starting', 'open', 'ending', 'ended', 'withdrawn']),
  /** Numbers of the reader's items: all, and unanswered ones. */
  total: z.number(),
  left: z.number(),
})
export type Review = z.infer<typeof review>

/** `gone`: it has ended by another way since the review began. */
export const reviewItemState = z.enum(['open', 'confirmed', 'revoked', 'gone', 'ended'])

export const reviewItem = z.object({
  id: z.string(),
  /** The key, or the group whose member it is. */
  about: z.object({ id: z.string(), name: z.string(), kind: z.enum(['key', 'group']) }),
  /** As the owner of a share sees it; null for a group. */
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  group: z.nullable(z.object({ id: z.string(), name: z.string(), members: z.number() })),
  /** Null: a member has what the group has. */
  permission: z.nullable(sharePermission),
  since: z.nullable(z.string()),
  until: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  state: reviewItemState,
})
export type ReviewItem = z.infer<typeof reviewItem>

/** Items of one answer, and of one request. What is beyond follows when these are answered. */
export const reviewItemsMost = 500

const items = z.array(z.uuid()).check(z.minLength(1), z.maxLength(reviewItemsMost))

export const listReviews = endpoint('GET /reviews', {
  summary: 'List open reviews that include your keys, and your own finished reviews',
  response: z.object({ data: z.array(review) }),
})

export const startReview = endpoint('POST /reviews', {
  summary: 'Start a review of who can use your keys',
  status: 201,
  idempotent: true,
  body: newReview,
  errors: ['groups.not_found', 'reviews.due_too_late', 'reviews.due_too_soon', 'reviews.limit_reached', 'reviews.nothing_to_review'],
  response: z.object({ id: z.string(), ...said }),
})

export const getReview = endpoint('GET /reviews/{id}', {
  summary: 'List the grants of your keys under review, unanswered ones first where there are many',
  errors: ['reviews.not_found'],
  response: z.object({ review, has_more: z.boolean(), items: z.array(reviewItem) }),
})

export const answerReview = endpoint('POST /reviews/{id}/answers', {
  summary: 'Confirm or revoke grants; revoked access ends at once',
  body: z.strictObject({ items, answer: z.enum(['confirmed', 'revoked']) }),
  errors: ['reviews.not_found', 'reviews.over'],
  response: z.object({
    ...said,
    /** The answered items in their present state. */
    items: z.array(z.object({ id: z.string(), state: reviewItemState })),
    left: z.number(),
  }),
})

export const undoReviewAnswers = endpoint('POST /reviews/{id}/undo', {
  summary: 'Undo answers: access revoked in this review within a day is granted again',
  body: z.strictObject({ items }),
  errors: ['groups.full', 'reviews.cannot_undo', 'reviews.not_found', 'reviews.over', 'sharing.limit_reached'],
  response: answerReview.response,
})

export const withdrawReview = endpoint('DELETE /reviews/{id}', {
  summary: 'End your own review early; it revokes nothing further',
  errors: ['reviews.not_found', 'reviews.over'],
})
