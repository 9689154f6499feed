/** Copies kept off-site, per kind. */
const offSiteRetention = { days: 7, weeks: 4, months: 12 }

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
/** Weeks begin on Monday; 1970 began on a Thursday. */
const weekOf = (at: Date) => String(Math.floor((at.getTime() / dayMs + 3) / 7))
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

/** Copies to remove: all but the newest of each of the last days, weeks and months that have one. */
export function beyondRetention<Stored extends { at: Date }>(stored: readonly Stored[]): Stored[] {
  const newestFirst = stored.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const kept = new Set<Stored>()
  const keep = (count: number, periodOf: (at: Date) => string) => {
    const periods = new Set<string>()
    for (const one of newestFirst) {
      const period = periodOf(one.at)
      if (periods.has(period) || periods.size === count) continue
      periods.add(period)
      kept.add(one)
    }
  }
  keep(offSiteRetention.days, dayOf)
  keep(offSiteRetention.weeks, weekOf)
  keep(offSiteRetention.months, monthOf)
  return newestFirst.filter((one) => !kept.has(one))
}
