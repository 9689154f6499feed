import { maintenanceDaysAhead, maintenanceMinutes } from '@twofold/contract/admin/maintenance'
import type { listMaintenance, MaintenanceWindow, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { checkAll, fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction, Tx } from '../../platform/transaction.ts'
import type { MaintenanceRepository, WindowRow } from './maintenance.repository.ts'

/** Tells of windows that have begun or ended. */
export const maintenanceTurnsJob = 'maintenance.turns'

const minute = 60_000
const day = 24 * 60 * minute

/** Windows that the screen lists. */
const listed = 20

/** How long ago "now" may have been: what a slow form calls now is now. */
const grace = 5 * minute

export interface MaintenanceServiceDeps {
  db: Db
  transaction: Transaction
  maintenance: (db: Db) => MaintenanceRepository
  clock: Clock
}

/** Times in which only administrators work. That others are refused meanwhile, `platform/maintenance.ts` sees to. */
export function createMaintenanceService(deps: MaintenanceServiceDeps) {
  const now = () => new Date(deps.clock.now())

  /** Tells of whatever has begun or ended and was not told of yet, in the order in which it happened. */
  async function tell(tx: Tx): Promise<void> {
    const maintenance = deps.maintenance(tx.db)
    const [begun, ended] = await Promise.all([maintenance.takeBegun(now()), maintenance.takeEnded(now())])
    for (const window of begun) await tx.emit('system.maintenance.start', { data: dataOf(window) })
    for (const window of ended) await tx.emit('system.maintenance.end', { data: dataOf(window) })
  }

  const present = (row: WindowRow): MaintenanceWindow => presentAt(row, now())

  return {
    async list(): Promise<CallResponse<typeof listMaintenance>> {
      const maintenance = deps.maintenance(deps.db)
      const [rows, { mailed, administrators, sessions }] = await Promise.all([maintenance.list(listed), maintenance.reach(now())])
      return { data: rows.map(present), reach: { mailed, administrators, sessions, shut_out: mailed - administrators } }
    },

    /** What can be said of the times of a window that is asked for; a field that is missing is looked at by nobody. */
    async checkTimes({ starts_at, ends_at }: Partial<CallParts<typeof scheduleMaintenance>['body']>): Promise<void> {
      const asked = now().getTime()
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

    async schedule(
      user: Identity,
      { starts_at, ends_at, message }: CallParts<typeof scheduleMaintenance>['body'],
    ): Promise<Said & { window: MaintenanceWindow }> {
      await this.checkTimes({ starts_at, ends_at })
      const asked = now()
      const wanted = starts_at === null ? asked : new Date(starts_at)
      const start = wanted < asked ? asked : wanted
      const end = new Date(ends_at)
      return deps.transaction(async (tx) => {
        const row = await deps.maintenance(tx.db).put({
          id: uuid(),
          starts_at: start,
          ends_at: end,
          message,
          created_by: user.id,
          created_by_name: user.name,
          created_at: asked,
        })
        if (row === undefined) throw fail('maintenance.overlaps')
        await tx.emit('admin.maintenance.scheduled', { data: dataOf(row) })
        await tell(tx)
        // The tick of each minute would do, too; these make it the second.
        const inSeconds = (time: Date) => Math.max(1, Math.ceil((time.getTime() - asked.getTime()) / 1000))
        if (start > asked) await tx.enqueue(maintenanceTurnsJob, {}, { after: inSeconds(start) })
        await tx.enqueue(maintenanceTurnsJob, {}, { after: inSeconds(end) })
        await tx.audit({ action: 'system.maintenance_scheduled', target: targetOf(row), after: { ends_at: end.toISOString(), message } })
        return { ...say(start > asked ? 'maintenance.scheduled' : 'maintenance.begun'), window: present(row) }
      })
    },

    async end(id: string): Promise<Said & { window: MaintenanceWindow }> {
      return deps.transaction(async (tx) => {
        const maintenance = deps.maintenance(tx.db)
        const row = await maintenance.lock(id)
        if (row === undefined) throw fail('maintenance.not_found')
        const { status } = present(row)
        if (status === 'ended' || status === 'cancelled') throw fail('maintenance.over')
        const closed_at = now()
        await maintenance.close(id, closed_at)
        // Of one that began this very second nobody may know yet.
        await tell(tx)
        const isActive = status === 'active'
        await tx.audit({ action: isActive ? 'system.maintenance_ended' : 'system.maintenance_cancelled', target: targetOf(row) })
        return {
          ...say(isActive ? 'maintenance.ended' : 'maintenance.called_off'),
          window: present({ ...row, closed_at }),
        }
      })
    },

    /** For the job: windows turn by time alone. */
    tellTurns: (): Promise<void> => deps.transaction(tell),
  }
}

export type MaintenanceService = ReturnType<typeof createMaintenanceService>

function presentAt({ id, message, created_by_name, closed_at, ...row }: WindowRow, now: Date): MaintenanceWindow {
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

const dataOf = (window: WindowRow) => ({
  'maintenance.start': window.starts_at.toISOString(),
  'maintenance.end': (window.closed_at ?? window.ends_at).toISOString(),
  'maintenance.message': window.message,
})

const targetOf = ({ id, starts_at }: WindowRow) => ({ kind: 'maintenance', id, name: starts_at.toISOString() })
