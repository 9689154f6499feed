import type { RawBuilder } from 'kysely'

/** Something that `/metrics` says. No label names a person, an address or a key. */
export interface Metric {
  name: `twofold_${string}`
  type: 'counter' | 'gauge'
  help: string
  labels: readonly string[]
  /** Every node reports the same for `installation`: aggregate it with max, never with sum. */
  of: 'node' | 'installation'
}

export const defineMetric = <const M extends Metric>(metric: M): M => metric

export type Labels<M extends Metric> = Record<M['labels'][number], string>

/** One value, ready to be written. */
export interface Sample {
  name: Metric['name']
  labels: Readonly<Record<string, string>>
  value: number
}

export const sample = <M extends Metric>({ name }: M, labels: Labels<M>, value: number): Sample => ({ name, labels, value })

/** Metrics that the database has the values of. What all nouns measure is read by one statement, see `readTogether`. */
export interface Measured {
  metrics: readonly Metric[]
  question: RawBuilder<unknown>
  /** `now` by the clock of this node. */
  samples: (row: never, now: number) => Sample[]
}

export const measured = <Row>(
  metrics: readonly Metric[],
  question: RawBuilder<Row>,
  samples: (row: Row, now: number) => Sample[],
): Measured => ({ metrics, question, samples })

/** A noun's declaration: metrics that its code counts, and those that are measured. */
export type DeclaredMetrics = readonly (Metric | Measured)[]

/** Each by its description. */
export const metricsOf = (declared: DeclaredMetrics): Metric[] => declared.flatMap((one) => ('question' in one ? one.metrics : [one]))
