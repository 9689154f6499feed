import { metrics } from './catalogue.ts'
import type { MetricName, Sample } from './catalogue.ts'

const escapeLabel = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

/** Every metric of the catalogue in Prometheus' text format 0.0.4, each name once; those without a value have their description only. */
export function expose(samples: readonly Sample[]): string {
  return (Object.keys(metrics) as MetricName[])
    .map((name) => {
      const lines = samples.filter((one) => one.name === name).map(({ labels, value }) => `${name}${exposeLabels(labels)} ${value}\n`)
      return `# HELP ${name} ${metrics[name].help}\n# TYPE ${name} ${metrics[name].type}\n${lines.join('')}`
    })
    .join('')
}

function exposeLabels(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
