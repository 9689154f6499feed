import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { shareNext } from '../../platform/share-next.ts'
import type { KeptFiguresRepository } from './kept-figures.repository.ts'

/** Users, keys and shares together up to which all of them are counted when somebody asks: a matter of milliseconds. */
const countedWhenAsked = 50_000

/** Milliseconds for which a node remembers whether there is much: no installation outgrows the other way within them. */
const sizeKnownFor = 60_000

/** Stored figures that indicate the size of the installation. */
export interface Sizes {
  users: number
  keys: number
  shares: number
}

export interface Counted<Figures> {
  figures: Figures
  countedAt: Date
  /** There is too much to count it when somebody asks: this is the last count of the job. */
  isKept: boolean
}

type Counts = Record<string, (db: Db) => Promise<object>> & { totals: (db: Db) => Promise<Sizes> }
type FiguresOf<C extends Counts, Name extends keyof C> = Awaited<ReturnType<C[Name]>>

/**
 * Figures that need all users, keys or shares to be read. They are counted when somebody asks, and are then of that moment. Where there are so
 * many that a person would wait, the last count of a job is answered, and of when it is.
 */
export function createKeptFiguresService<C extends Counts>(deps: {
  db: Db
  /** Connection of the job, whose statements may take longer than a request. */
  backgroundDb: Db
  kept: (db: Db) => KeptFiguresRepository
  counts: C
  clock: Clock
  /** For tests: overrides the product's limit. */
  countedWhenAsked?: number
}) {
  const limit = deps.countedWhenAsked ?? countedWhenAsked
  const isLarge = ({ users, keys, shares }: Sizes) => users + keys + shares > limit
  let knownSize: { isLarge: boolean; until: number } | undefined

  async function isLargeNow(): Promise<boolean> {
    if (knownSize !== undefined && deps.clock.now() < knownSize.until) return knownSize.isLarge
    const [row] = await deps.kept(deps.db).list(['totals'])
    knownSize = { isLarge: row !== undefined && isLarge(row.figures as unknown as Sizes), until: deps.clock.now() + sizeKnownFor }
    return knownSize.isLarge
  }
  async function findKept(name: string): Promise<Counted<unknown> | undefined> {
    if (!(await isLargeNow())) return undefined
    const rows = await deps.kept(deps.db).list(['totals', name])
    const size = rows.find((row) => row.name === 'totals')?.figures as Sizes | undefined
    const row = rows.find((kept) => kept.name === name)
    if (size === undefined || !isLarge(size) || row === undefined) return undefined
    return { figures: row.figures, countedAt: row.counted_at, isKept: true }
  }
  async function find(name: string): Promise<Counted<unknown>> {
    const kept = await findKept(name)
    if (kept !== undefined) return kept
    const countedAt = deps.clock.date()
    return { figures: await deps.counts[name]?.(deps.db), countedAt, isKept: false }
  }
  const finds = new Map(Object.keys(deps.counts).map((name) => [name, shareNext(() => find(name))]))

  return {
    /** Whether the installation is so large that counts on request are capped. */
    isLarge: isLargeNow,

    /** Administrators who ask at the same time share one count. */
    get: <Name extends keyof C & string>(name: Name) => finds.get(name)?.() as Promise<Counted<FiguresOf<C, Name>>>,

    /** The last count of the job, where there is so much; else undefined, for those who count a part of it themselves. */
    getKept: <Name extends keyof C & string>(name: Name) => findKept(name) as Promise<Counted<FiguresOf<C, Name>> | undefined>,

    async renew(): Promise<void> {
      for (const [name, count] of Object.entries(deps.counts)) {
        const countedAt = deps.clock.date()
        await deps.kept(deps.backgroundDb).put(name, await count(deps.backgroundDb), countedAt)
      }
      knownSize = undefined
    },
  }
}
