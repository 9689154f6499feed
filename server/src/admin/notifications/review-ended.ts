import { sentence } from '@twofold/contract/sentences/sentences'
import { notificationWords } from './notification-words.ts'

/** Notification about the end of a review that an administrator started. */
export const reviewEnded = (id: string, { confirmed, revoked, ended }: { confirmed: number; revoked: number; ended: number }) => ({
  type: 'info' as const,
  ...notificationWords('bell.review_ended', sentence('bell.review_ended_text', { confirmed, revoked, ended })),
  link: `/admin/reviews/${id}`,
})
