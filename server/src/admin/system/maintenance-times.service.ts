import {
  type listMaintenance,
  maintenanceDaysAhead,
  maintenanceMinutes,
  type MaintenanceWindow,
  type scheduleMaintenance,
} from '@twofold/contract/admin/maintenance'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { checkAll, failField } from '../../platform/fail.ts'
import type { WindowRow } from './maintenance.repository.ts'
import type { MaintenanceServiceDeps } from './maintenance.service.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Windows that the screen lists. */
const listed = 20
/** Age up to which a start time counts as "now": the form may have been open for a while. */
const grace = 5 * minute

export function createMaintenanceTimes(deps: MaintenanceServiceDeps) {
  const present = (row: WindowRow): MaintenanceWindow => presentAt(row, deps.clock.date())

  return {
    async list(): Promise<CallResponse<typeof listMaintenance>> {
      const maintenance = deps.maintenance(deps.db)
      const [rows, reach, mailed] = await Promise.all([
        maintenance.list(listed),
        maintenance.reach(deps.clock.date()),
        deps.countMailReach(deps.db, 'admin.maintenance.scheduled'),
      ])
      return { data: rows.map(present), reach: { ...reach, mailed } }
    },
    /** Complaints about the times of a requested window; missing fields are skipped. */
    async checkTimes({ starts_at, ends_at }: Partial<CallParts<typeof scheduleMaintenance>['body']>): Promise<void> {
      const asked = deps.clock.date().getTime()
      const start = starts_at === null || starts_at === undefined ? asked : new Date(starts_at).getTime()
      await checkAll(
        () => {
          if (start < asked - grace) throw failField('maintenance.start_in_past', 'starts_at')
          if (start > asked + maintenanceDaysAhead * day) throw failField('maintenance.too_far', 'starts_at')
        },
        () => {
          if (ends_at === undefined || starts_at === undefined) return
          const minutes = (new Date(ends_at).getTime() - Math.max(start, asked)) / minute
          if (minutes < maintenanceMinutes.least) throw failField('maintenance.end_before_start', 'ends_at')
          if (minutes > maintenanceMinutes.most) throw failField('maintenance.too_long', 'ends_at')
        },
      )
    },
  }
}

export function presentAt({ id, message, created_by_name, closed_at, ...row }: WindowRow, now: Date): MaintenanceWindow {
  const hasBegun = row.starts_at <= now
  const isClosed = closed_at !== null
  return {
    id,
    message,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    status:
      isClosed && closed_at <= row.starts_at ? 'cancelled' : isClosed || row.ends_at <= now ? 'ended' : hasBegun ? 'active' : 'scheduled',
    created_by: created_by_name,
    created_at: row.created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }
}
