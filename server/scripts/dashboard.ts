import { nouns } from '../src/app.ts'
import type { Metric } from '../src/platform/metrics/metric.ts'

const datasource = { type: 'prometheus', uid: '${source}' }

/** A counter as what happens in a second, what is one for the installation by max, what is of a node by node. */
export function expressionOf({ name, type, labels, of }: Metric): string {
  const by = labels.length === 0 ? '' : ` by (${labels.join(', ')})`
  if (type === 'counter') return `sum${by} (rate(${name}[5m]))`
  return of === 'installation' ? `max${by} (${name})` : `max by (${['instance', ...labels].join(', ')}) (${name})`
}

const panelOf = (title: string, expr: string, legendFormat: string, index: number) => ({
  id: index + 1,
  title,
  type: 'timeseries',
  datasource,
  gridPos: { x: (index % 2) * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
  targets: [{ refId: 'A', datasource, expr, legendFormat }],
})

/** The text of ops/dashboard.json: a panel for each metric, below those of the requests. */
export function describeDashboard(): string {
  const requests = [
    {
      title: 'Requests in a second, by status',
      expr: 'sum by (status_code) (rate(http_request_duration_seconds_count[5m]))',
      legend: '{{status_code}}',
    },
    {
      title: 'Seconds within which 99 % of requests are answered',
      expr: 'histogram_quantile(0.99, sum by (le) (rate(http_request_duration_seconds_bucket[5m])))',
      legend: '',
    },
  ]
  const own = nouns.metrics.map((metric) => ({
    title: metric.type === 'counter' ? `${metric.help}, in a second` : metric.help,
    expr: expressionOf(metric),
    legend: metric.labels.map((label) => `{{${label}}}`).join(' '),
  }))
  const dashboard = {
    title: 'Twofold',
    uid: 'twofold',
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' }] },
    panels: [...requests, ...own].map(({ title, expr, legend }, index) => panelOf(title, expr, legend, index)),
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}
