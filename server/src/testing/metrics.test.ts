import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { describeDashboard, expressionOf } from '../../scripts/dashboard.ts'
import { nouns } from '../app.ts'
import { startOffice } from './start-office.ts'
import { startTestApp } from './start-test-app.ts'

const token = 'a-token-of-sixteen'
const headers = { authorization: `Bearer ${token}` }
const { metrics } = nouns
const names: readonly string[] = metrics.map(({ name }) => name)
const ops = (file: string) => readFileSync(join(import.meta.dirname, '../../../ops', file), 'utf8')

/** Each sample with its labels, as Prometheus reads it. */
const read = (text: string) =>
  new Map([...text.matchAll(/^(twofold_\w+(?:\{.*\})?) (\S+)$/gm)].map(([, series = '', value]) => [series, Number(value)]))

test('every metric that a noun declares is in a scrape once with its type, and there is no other of ours', async () => {
  const app = await startTestApp({ env: { METRICS_TOKEN: token } })
  const { text } = await app.send('GET', '/metrics', { headers })
  const described = [...text.matchAll(/^# TYPE (twofold_\w+) (\w+)$/gm)].map(([, name, type]) => ({ name, type }))
  expect(described).toEqual(metrics.map(({ name, type }) => ({ name, type })))
  expect(new Set(names).size).toBe(names.length)
  const scraped = [...read(text).keys()].map((series) => series.replace(/\{.*/, ''))
  expect(scraped.filter((name) => !names.includes(name))).toEqual([])
})

test('a scrape has the figures of the process and of its requests once, also of a second application in one process', async () => {
  const scrape = async () => {
    const app = await startTestApp({ env: { METRICS_TOKEN: token } })
    await app.send('GET', '/api/openapi.json')
    const { text } = await app.send('GET', '/metrics', { headers })
    return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  }
  const first = await scrape()
  expect(first).toEqual(
    expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds', 'http_request_duration_seconds']),
  )
  expect(new Set(first).size).toBe(first.length)
  expect(await scrape()).toEqual(first)
})

test('a scrape says what happened: refused sign-ins, nodes, queues and connections', async () => {
  const app = await startTestApp({ env: { METRICS_TOKEN: token } })
  await app.nodes.join()
  const scrape = async () => read((await app.send('GET', '/metrics', { headers })).text)
  const refused = 'twofold_sign_in_failures_total{reason="credentials"}'
  const before = (await scrape()).get(refused) ?? 0
  await app.call(signIn, { body: { email: 'nobody@example.org', password: 'wrong-password' } })
  const after = await scrape()
  expect(after.get(refused)).toBe(before + 1)
  expect(after.get('twofold_nodes{version="0.1.0"}')).toBe(1)
  expect(after.get(`twofold_build_info{version="0.1.0",node="${app.nodes.id}",roles="web,worker"}`)).toBe(1)
  expect(after.get('twofold_job_queue_depth{queue="housekeeping",state="failed"}')).toBe(0)
  expect(after.get('twofold_database_pool_connections{pool="twofold",state="in_use"}')).toBeGreaterThanOrEqual(0)
  expect(Math.abs(after.get('twofold_clock_offset_seconds{against="database"}') ?? Infinity)).toBeLessThan(60)
})

test('administrators see the nodes that are alive, each with its version, roles and since when', async () => {
  const app = await startOffice()
  const root = await app.administrator('root@example.org')
  await app.nodes.join()
  const { body } = await root.call(getSystemHealth, {})
  const since = expect.any(String) as string
  expect(body.nodes).toEqual([{ id: app.nodes.id, version: '0.1.0', roles: ['web', 'worker'], since, load: null }])
  await app.nodes.leave()
  expect((await root.call(getSystemHealth, {})).body.nodes).toEqual([])
})

test('a worker alone answers /livez, /readyz and /metrics at the port of its own, and nothing else', async () => {
  const app = await startTestApp({ env: { METRICS_TOKEN: token, METRICS_PORT: '0', ROLES: 'worker' } })
  const address = (await app.watching.listen()) ?? ''
  const statuses = async (paths: string[], init: RequestInit = {}) =>
    Promise.all(paths.map(async (path) => (await fetch(address + path, init)).status))
  expect(await statuses(['/livez', '/readyz', '/metrics', '/api/auth/user', '/'])).toEqual([200, 200, 403, 404, 404])
  const scraped = await (await fetch(`${address}/metrics`, { headers })).text()
  expect(scraped).toContain(`twofold_build_info{version="0.1.0",node="${app.nodes.id}",roles="worker"} 1`)
  await app.leave(0)
  expect(await statuses(['/livez', '/readyz'])).toEqual([200, 503])
})

test('ops/ names only metrics that there are, and its dashboard is what npm run configuration writes', () => {
  expect(ops('dashboard.json')).toBe(describeDashboard())
  const named = [...`${ops('alerts.yml')}${ops('alerts.test.yml')}`.matchAll(/\btwofold_\w+/g)].map(([name]) => name)
  expect(new Set(named).size).toBeGreaterThanOrEqual(8)
  expect(named.filter((name) => !names.includes(name))).toEqual([])
  // Figures that every node reports alike would be summed once per node.
  const ofInstallation = metrics.filter(({ of }) => of === 'installation')
  expect(ofInstallation.filter(({ name }) => new RegExp(`(?:sum|rate)[^\\n]*\\b${name}\\b`).test(ops('alerts.yml')))).toEqual([])
  expect(metrics.filter(({ name }) => name === 'twofold_mail_pending').map(expressionOf)).toEqual(['max (twofold_mail_pending)'])
})
