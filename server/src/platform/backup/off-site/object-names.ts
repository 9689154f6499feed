/** What the name of an object off the machine says. */
export interface OffSiteName {
  key: string
  /** Last part of the key. */
  fileName: string
  installation: string
  node: string
  at: Date
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const form = new RegExp(`/(${uuid})/(${uuid})/((\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-${uuid}\\.tfb)$`)

/** `twofold/<installation>/<node>/<time>-<id>.tfb` */
export function nameObject(parts: { prefix: string; installation: string; node: string; at: Date; id: string }): string {
  const time = parts.at.toISOString().replace(/[:-]|\.\d{3}/g, '')
  return `${parts.prefix}/${parts.installation}/${parts.node}/${time}-${parts.id}.tfb`
}

/** Undefined: something else lies there. */
export function readObjectName(key: string): OffSiteName | undefined {
  const match = form.exec(key)
  if (match === null) return undefined
  const [, installation = '', node = '', fileName = '', year, month, day, hour, minute, second] = match
  return { key, fileName, installation, node, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }
}

/** `twofold/<installation>/parts/<name>`, beside a backup of that installation. */
export const namePartObject = (key: string, part: string): string => `${key.split('/').slice(0, -2).join('/')}/parts/${part}`

/** Undefined: something else lies there. */
export const readPartObjectName = (key: string): string | undefined => /\/parts\/([0-9a-f]{40})$/.exec(key)?.[1]

/** How many of each are kept off the machine. */
const offSiteRetention = { days: 7, weeks: 4, months: 12 }

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
/** Weeks begin on Monday; 1970 began on a Thursday. */
const weekOf = (at: Date) => String(Math.floor((at.getTime() / dayMs + 3) / 7))
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

/** Those that go: all but the newest of each of the last days, weeks and months that have one. */
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
