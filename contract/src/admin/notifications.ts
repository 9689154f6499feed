import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageFields } from '../paging.ts'
import { said, wordings } from '../said.ts'

const endpoint = taggedEndpoint('Back office')

export const notification = z.object({
  id: z.string(),
  /** `alert`: something needs looking at. `success`: something ended well. */
  type: z.enum(['alert', 'info', 'success']),
  title: z.string(),
  message: z.string(),
  /** Both by codes; null: it was written before there were any. */
  said: z.nullable(z.object({ title: wordings, message: wordings })),
  /** Page below `/admin`; null if there is none. */
  link: z.nullable(z.string()),
  read: z.boolean(),
  created_at: z.string(),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = endpoint('GET /admin/notifications', {
  summary: 'List notifications for administrators, newest first, and count the unread ones',
  query: z.strictObject({ page: pageField }),
  response: z.object({
    notifications: z.array(notification),
    unread_count: z.number(),
    /** Unread ones of type `alert`. */
    alert_count: z.number(),
    ...pageFields,
  }),
})

export const markAllNotificationsRead = endpoint('POST /admin/notifications/mark-all-read', {
  summary: 'Mark all notifications as read for this administrator',
  response: z.object({ ...said, unread_count: z.number() }),
})
