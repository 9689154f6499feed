import type { Metric, Sample } from './metric.ts'

const escapeLabel = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

/** The metrics in Prometheus' text format 0.0.4, each name once; those without a value have their description only. */
export function expose(metrics: readonly Metric[], samples: readonly Sample[]): string {
  return metrics
    .map(({ name, help, type }) => {
      const lines = samples.filter((one) => one.name === name).map(({ labels, value }) => `${name}${exposeLabels(labels)} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

function exposeLabels(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
