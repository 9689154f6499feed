import type { FastifyInstance } from 'fastify'
import { expose } from '../metrics/exposition.ts'
import type { Metric, Sample } from '../metrics/metric.ts'
import { readProcessFigures } from '../metrics/process-figures.ts'

type Client = FastifyInstance['metrics']['client']

/** Once for all applications in a process: its timers cannot be ended, and each set of them computes ten times a second. */
let figuresOfProcess: InstanceType<Client['Registry']> | undefined

function collect(client: Client) {
  const register = new client.Registry()
  client.collectDefaultMetrics({ register })
  return register
}

/** Has the times of the requests of `server` measured. The answer says everything there is to scrape, and of `metrics` what `read` adds. */
export async function measureRequests(
  server: FastifyInstance,
  metrics: readonly Metric[],
  read: () => Promise<Sample[]>,
): Promise<() => Promise<string>> {
  const { default: plugin } = await import('fastify-metrics')
  await server.register(plugin.default, {
    endpoint: null,
    // Of several applications in one process, as in tests, only the last one is measured.
    clearRegisterOnInit: true,
    defaultMetrics: { enabled: false },
    routeMetrics: { routeBlacklist: ['/livez', '/readyz', '/metrics'] },
  })
  const { register } = server.metrics.client
  const ofProcess = (figuresOfProcess ??= collect(server.metrics.client))
  return async () =>
    (await ofProcess.metrics()) + (await register.metrics()) + expose(metrics, [...readProcessFigures(), ...(await read())])
}
