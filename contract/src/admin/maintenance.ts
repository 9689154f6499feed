import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Maintenance')

/** Length of a window, in minutes. */
export const maintenanceMinutes = { least: 1, most: 7 * 24 * 60 } as const

/** How far ahead a window may be scheduled, in days. */
export const maintenanceDaysAhead = 365

export const maintenanceMessageMax = 500

export const maintenanceStatus = z.enum(['scheduled', 'active', 'ended', 'cancelled'])
export type MaintenanceStatus = z.infer<typeof maintenanceStatus>

export const maintenanceWindow = z.object({
  id: z.string(),
  starts_at: z.string(),
  /** The planned end. */
  ends_at: z.string(),
  message: z.string(),
  status: maintenanceStatus,
  /** Its creator. */
  created_by: z.nullable(z.string()),
  created_at: z.string(),
  /** Time at which it was canceled, or ended early. */
  closed_at: z.nullable(z.string()),
})
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>

export const listMaintenance = endpoint('GET /admin/system/maintenance', {
  summary: 'List maintenance windows, latest first, and count the users a new one would affect',
  response: z.object({
    data: z.array(maintenanceWindow),
    reach: z.object({
      /** Active people who get an e-mail about a window, administrators included: not those whose address is suppressed. */
      mailed: z.number(),
      /** Active people who cannot work during one. */
      shut_out: z.number(),
      /** Their sessions that are open now: they wait, and go on afterwards. */
      sessions: z.number(),
      /** Active administrators: they go on working. */
      administrators: z.number(),
    }),
  }),
})

const time = z.iso.datetime({ offset: true, error: 'Please enter a date and time' })

export const scheduleMaintenance = endpoint('POST /admin/system/maintenance', {
  summary: 'Schedule a maintenance window. Active users get an e-mail about it',
  body: z.strictObject({
    /** Null: now. */
    starts_at: z.nullable(time),
    ends_at: time,
    message: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(maintenanceMessageMax, 'This is too long'),
        z.refine((text) => !text.includes('\0')),
      ),
      '',
    ),
  }),
  errors: [
    'maintenance.end_before_start',
    'maintenance.overlaps',
    'maintenance.start_in_past',
    'maintenance.too_far',
    'maintenance.too_long',
  ],
  response: z.object({ ...said, window: maintenanceWindow }),
  status: 201,
  idempotent: true,
})

export const endMaintenance = endpoint('POST /admin/system/maintenance/{id}/end', {
  summary: 'End a maintenance window now, or cancel it before it begins',
  errors: ['maintenance.not_found', 'maintenance.over'],
  response: z.object({ ...said, window: maintenanceWindow }),
})
