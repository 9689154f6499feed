import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startInstallation } from './installation.ts'
import { median } from './median.ts'
import { addKeys, type Person, read, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { type ServerProcess, startServerWith } from './server-process.ts'

/*
 * Measures the cost of traces: servers without them, with a tenth of all requests recorded, and with all, on one database, measured in turn. Compares
 * processor time, which excludes the collector and other work on the machine.
 */

const keysEach = 25
const blocks = 12
/** Requests of a block, so many at once. */
const [requests, atOnce] = [600, 6]

const kinds = [
  { name: 'off', env: {} },
  { name: 'a tenth', env: { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' } },
  { name: 'all', env: { OTEL_TRACES_SAMPLER: 'always_on' } },
]

interface Block {
  /** Milliseconds of processor time a request. */
  cpu: number
  perSecond: number
}

export async function benchTraces(): Promise<void> {
  const collector = await startCollector()
  const installation = await startInstallation()
  const servers: ServerProcess<{ url: string }>[] = []
  try {
    for (const { name, env } of kinds) {
      const traced = name === 'off' ? {} : { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }
      servers.push(await startServerWith({ ...installation.environment, ...traced, ROLES: 'web' }, 'application.ts'))
    }
    const person = await signUp(servers[0]?.ready.url ?? '', 'bench@example.org')
    await addKeys(person, keysEach)
    const measured: Block[][] = servers.map(() => [])
    for (let block = 0; block <= blocks; block += 1) {
      for (const [index, server] of servers.entries()) {
        const one = await measure(server, { ...person, url: server.ready.url })
        // The first warms up.
        if (block > 0) measured[index]?.push(one)
      }
    }
    print(measured, collector)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await installation.stop()
    collector.close()
  }
}

/** Takes whatever it is sent. */
async function startCollector() {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (piece: Buffer) => (bytes += piece.length))
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: () => void server.close(),
  }
}

async function measure(server: ServerProcess<unknown>, person: Person): Promise<Block> {
  const before = await server.usage()
  const begin = performance.now()
  let left = requests
  const asking = async () => {
    while (left-- > 0) await read(person, left % 3 === 0 ? '/api/keys' : '/api/keys/generate-codes')
  }
  await Promise.all(Array.from({ length: atOnce }, asking))
  const took = performance.now() - begin
  const after = await server.usage()
  return { cpu: (after.cpu - before.cpu) / requests, perSecond: (requests / took) * 1000 }
}

function print(measured: readonly Block[][], { bytes }: { bytes: () => number }): void {
  const ratios = (of: keyof Block, blocksOfKind: readonly Block[]) =>
    median(blocksOfKind.map((block, number) => block[of] / (measured[0]?.[number]?.[of] ?? Number.NaN)))
  console.log(`${blocks} blocks of ${requests} requests each, in turn, medians; the collector got ${(bytes() / 1e6).toFixed(1)} MB.`)
  printTable(
    ['traces', 'CPU ms a request', 'of off', 'requests a second', 'of off'],
    measured.map((list, index) => [
      kinds[index]?.name ?? '',
      median(list.map(({ cpu }) => cpu)).toFixed(2),
      ratios('cpu', list).toFixed(3),
      median(list.map(({ perSecond }) => perSecond)).toFixed(0),
      ratios('perSecond', list).toFixed(3),
    ]),
  )
  printAims([
    { name: 'CPU with a tenth recorded : off', value: ratios('cpu', measured[1] ?? []), atMost: 1.05 },
    { name: 'CPU with all recorded : off', value: ratios('cpu', measured[2] ?? []) },
  ])
}
