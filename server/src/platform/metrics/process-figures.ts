import { type Labels, type Metric, sample, type Sample } from './metric.ts'

/*
 * Counters of this process since its start. Global, as Prometheus sees it, so that they need not be passed to every place that counts.
 */

const counts = new Map<string, Sample>()
const gauges = new Set<() => readonly Sample[]>()

export function count<Counter extends Metric & { type: 'counter' }>(counter: Counter, labels: Labels<Counter>, by = 1): void {
  const key = `${counter.name} ${JSON.stringify(labels)}`
  const counted = counts.get(key)
  if (counted === undefined) counts.set(key, sample(counter, labels, by))
  else counted.value += by
}

/** Has `read` asked at every scrape, until the answer is called. */
export function gauge(read: () => readonly Sample[]): () => void {
  gauges.add(read)
  return () => void gauges.delete(read)
}

/** Several pools, and several applications in tests, have the same labels: they add up. */
export function readProcessFigures(): Sample[] {
  const sums = new Map<string, Sample>()
  for (const { name, labels, value } of [...counts.values(), ...[...gauges].flatMap((read) => read())]) {
    const key = `${name} ${JSON.stringify(labels)}`
    sums.set(key, { name, labels, value: (sums.get(key)?.value ?? 0) + value })
  }
  return [...sums.values()]
}
