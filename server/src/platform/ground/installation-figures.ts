import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import { readTogether } from '../read-together.ts'
import type { DeclaredMetrics, Sample } from '../metrics/metric.ts'

/** Milliseconds for which an answer holds: however often and from how many places it is asked, the database counts four times a minute. */
const freshMs = 15_000

/** Metrics of the whole installation, which every node reports. */
export function createInstallationFigures({ db, metrics, clock }: { db: Db; metrics: DeclaredMetrics; clock: Clock }) {
  let recent: { until: number; samples: Promise<Sample[]> } | undefined

  async function measure(): Promise<Sample[]> {
    const all = metrics.filter((one) => 'question' in one)
    const rows = await readTogether(
      db,
      all.map(({ question }) => question),
    )
    const now = clock.now()
    return all.flatMap(({ samples }, index) => samples(rows[index] as never, now))
  }

  return {
    /** Rejects when the database is away. */
    read(): Promise<Sample[]> {
      const now = performance.now()
      if (recent === undefined || recent.until < now) {
        const samples = measure()
        recent = { until: now + freshMs, samples }
        samples.catch(() => (recent = undefined))
      }
      return recent.samples
    },
  }
}
