import { sql } from 'kysely'
import { monthlyTables } from '../missing-month.ts'
import { aliveForSeconds } from '../nodes.ts'
import { defineMetric, measured, sample } from '../metrics/metric.ts'

const livingNodes = defineMetric({
  name: 'twofold_nodes',
  type: 'gauge',
  help: 'Nodes that are alive, by version',
  labels: ['version'],
  of: 'installation',
})

const monthsAhead = defineMetric({
  name: 'twofold_partition_months_ahead',
  type: 'gauge',
  help: 'Months after the present one that usage and activity have a table for',
  labels: [],
  of: 'installation',
})

export const nodeMetrics = measured(
  [livingNodes],
  sql<{ versions: { version: string; nodes: number }[] }>`
    select coalesce(json_agg(living order by oldest), '[]') as versions from (
      select version, count(*) as nodes, min(started_at) as oldest from nodes
      where seen_at > now() - make_interval(secs => ${aliveForSeconds}) group by version
    ) living`,
  ({ versions }) => versions.map(({ version, nodes }) => sample(livingNodes, { version }, nodes)),
)

export const monthMetrics = measured(
  [monthsAhead],
  sql<{ ahead: number }>`select min(months_ahead(name)) as ahead from unnest(${[...monthlyTables]}::text[]) name`,
  ({ ahead }) => [sample(monthsAhead, {}, ahead)],
)
