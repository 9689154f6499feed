import { type Settings, type SettingsChange, settingVariables, type ShownSettings } from '@twofold/contract/admin/settings'
import type { Db } from '../../platform/database.ts'
import type { Complaints } from '../../platform/complaint.ts'
import { complaintOf, fail } from '../../platform/fail.ts'
import { requireStillAtOnce } from '../../platform/judge-again.ts'
import type { Identity } from '../../platform/identity.ts'
import type { PolicyKeeper } from '../../platform/policy/policy.ts'
import type { SettingsRepository } from '../../platform/policy/settings.repository.ts'
import { settingNames } from '../../platform/policy/stored-settings.ts'
import type { Sessions } from '../../sessions/noun.ts'
import type { SettingsImpact, SettingsImpactRepository } from './settings-impact.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

export interface SettingsServiceDeps extends ServiceDeps {
  settings: (db: Db) => SettingsRepository
  sessionRows: Sessions['sessionRows']
  impact: (db: Db) => SettingsImpactRepository
  keeper: Pick<PolicyKeeper, 'policy' | 'sources' | 'defaults' | 'with' | 'refresh'>
}

export function createSettingsService(deps: SettingsServiceDeps) {
  const { keeper } = deps

  async function show(): Promise<ShownSettings> {
    await keeper.refresh()
    const changed = await deps.settings(deps.db).findLastChange(settingNames)
    return {
      settings: { values: { ...keeper.policy }, defaults: { ...keeper.defaults }, sources: keeper.sources() },
      changed: changed === undefined ? null : { at: changed.changed_at.toISOString(), by: changed.by },
    }
  }

  return {
    show,

    /** Counts what the change would end or remove. A period that is not shortened removes nothing. */
    async impact(change: SettingsChange): Promise<SettingsImpact> {
      const stored = await deps.settings(deps.db).list()
      const before = keeper.with(stored)
      const changed = settingNames.filter((name) => change[name] !== undefined)
      const after = keeper.with([
        ...stored.filter(({ name }) => !changed.some((other) => other === name)),
        ...changed.flatMap((name) => (change[name] === null ? [] : [{ name, value: change[name] }])),
      ])
      check(keeper, change, after)
      const time = deps.clock.now()
      const ago = (milliseconds: number) => new Date(time - milliseconds)
      const shorter = (name: 'activity_days' | 'notification_days') => (after[name] < before[name] ? ago(after[name] * day) : null)
      return deps.impact(deps.db).count(new Date(time), {
        idleSince: ago(after.session_idle_hours * hour),
        openedSince: ago(after.session_absolute_hours * hour),
        rememberedSince: ago(after.session_remember_days * day),
        activitySince: shorter('activity_days'),
        notificationsSince: shorter('notification_days'),
        arePasskeysVoid: new URL(after.address).hostname !== new URL(before.address).hostname,
      })
    },

    async change(by: Identity, change: SettingsChange): Promise<ShownSettings> {
      const changing = deps.transaction(async (tx) => {
        const rows = deps.settings(tx.db)
        await rows.lock()
        const before = keeper.with(await rows.list())
        await requireStillAtOnce(tx.db, before)
        const now = deps.clock.date()
        const sources = keeper.sources()
        for (const name of settingNames) {
          const value = change[name]
          if (value === undefined || sources[name] === 'environment') continue
          if (value === null) await rows.remove(name)
          else if (value !== before[name]) await rows.put(name, value, by.id, now)
        }
        const after = keeper.with(await rows.list())
        check(keeper, change, after)
        const changed = settingNames.filter((name) => before[name] !== after[name])
        if (changed.length === 0) return
        await deps.sessionRows.shorten(tx.db, {
          idle: after.session_idle_hours * hour,
          absolute: after.session_absolute_hours * hour,
          remember: after.session_remember_days * day,
        })
        await tx.audit({
          action: 'settings.changed',
          target: { kind: 'settings' },
          before: pick(before, changed),
          after: pick(after, changed),
        })
      })
      // A change by another node counts from here on.
      await changing.catch(async (error: unknown) => {
        await keeper.refresh()
        throw error
      })
      return show()
    },
  }
}

export type SettingsService = ReturnType<typeof createSettingsService>

function check(keeper: SettingsServiceDeps['keeper'], change: SettingsChange, after: Settings): void {
  const sources = keeper.sources()
  const errors: Complaints = {}
  for (const name of settingNames) {
    const value = change[name]
    if (sources[name] !== 'environment' || value === undefined || value === keeper.policy[name]) continue
    errors[name] = [complaintOf('settings.from_environment', { variable: settingVariables[name] ?? '' })]
  }
  if (after.session_idle_hours > after.session_absolute_hours) {
    errors['session_idle_hours'] = [complaintOf('settings.idle_too_long')]
  }
  if (Object.keys(errors).length > 0) throw fail('request.invalid', { errors })
}

function pick(values: Settings, names: readonly (keyof Settings)[]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
