import type { MaintenanceWindow, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import type { CallParts } from '@twofold/contract/endpoint'
import type { EventName } from '@twofold/contract/events'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { MaintenanceRepository, WindowRow } from './maintenance.repository.ts'
import { createMaintenanceTimes, presentAt } from './maintenance-times.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Tells of windows that have begun or ended. */
export const maintenanceTurnsJob = 'maintenance.turns'

export interface MaintenanceServiceDeps extends ServiceDeps {
  maintenance: (db: Db) => MaintenanceRepository
  countMailReach: (db: Db, event: EventName) => Promise<number>
}

/** Times in which only administrators work. That others are refused meanwhile, `platform/maintenance.ts` sees to. */
export function createMaintenanceService(deps: MaintenanceServiceDeps) {
  /** Announces windows that have begun or ended, in the order in which that happened. */
  async function notify(tx: Tx): Promise<void> {
    const maintenance = deps.maintenance(tx.db)
    const [begun, ended] = await Promise.all([maintenance.takeBegun(deps.clock.date()), maintenance.takeEnded(deps.clock.date())])
    for (const window of begun) await tx.emit('system.maintenance.start', { data: dataOf(window) })
    for (const window of ended) await tx.emit('system.maintenance.end', { data: dataOf(window) })
  }

  const present = (row: WindowRow): MaintenanceWindow => presentAt(row, deps.clock.date())

  return {
    ...createMaintenanceTimes(deps),
    async schedule(
      user: Identity,
      { starts_at, ends_at, message }: CallParts<typeof scheduleMaintenance>['body'],
    ): Promise<Said & { window: MaintenanceWindow }> {
      await this.checkTimes({ starts_at, ends_at })
      const asked = deps.clock.date()
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
        await notify(tx)
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
        const closed_at = deps.clock.date()
        await maintenance.close(id, closed_at)
        // The beginning of a window that has just begun may not be announced yet.
        await notify(tx)
        const isActive = status === 'active'
        await tx.audit({ action: isActive ? 'system.maintenance_ended' : 'system.maintenance_cancelled', target: targetOf(row) })
        return {
          ...say(isActive ? 'maintenance.ended' : 'maintenance.called_off'),
          window: present({ ...row, closed_at }),
        }
      })
    },
    /** For the job: windows begin and end by the clock alone. */
    notifyTurns: (): Promise<void> => deps.transaction(notify),
  }
}

export type MaintenanceService = ReturnType<typeof createMaintenanceService>

const dataOf = (window: WindowRow) => ({
  'maintenance.start': window.starts_at.toISOString(),
  'maintenance.end': (window.closed_at ?? window.ends_at).toISOString(),
  'maintenance.message': window.message,
})

const targetOf = ({ id, starts_at }: WindowRow) => ({ kind: 'maintenance', id, name: starts_at.toISOString() })
