import { median, percentile } from './median.ts'
import { sendRequests } from './requests.ts'
import type { ServerProcess } from './server-process.ts'

/* The same work by several servers in turn, so that a busy moment of the machine meets all of them. */

/** Each is another person where a contender has as many. */
export const connections = 10
const rounds = 9
const secondsPerRound = 2
const secondsOfWarmUp = 3

/** How a contest is held, for the line above its table. */
export const contestRules = `${connections} connections, ${rounds} rounds of ${secondsPerRound} s, medians`

/** One request of one server, which other contenders may share. */
export interface Contender {
  server: ServerProcess<unknown>
  url: string
  /** One set of headers per user. Connections take them in turn. */
  headers: Record<string, string>[]
  /** How many rows its answer has. */
  items(body: unknown): number
}

export interface Round {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of the server's process. */
  cpuPerRequest: number
  queriesPerRequest: number
}

/** The rounds of each contender, by its name. Throws unless each answers with `items` rows: a server that refuses quickly must not win. */
export async function holdContest(contenders: ReadonlyMap<string, Contender>, items: number): Promise<Map<string, Round[]>> {
  for (const [name, contender] of contenders) await checkAnswer(name, contender, items)
  for (const contender of contenders.values()) await load(contender, secondsOfWarmUp)
  const measured = new Map([...contenders.keys()].map((name) => [name, [] as Round[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, contender] of contenders) measured.get(name)?.push(await measure(contender))
  }
  return measured
}

export const medianOf = (list: readonly Round[] = [], figure: keyof Round) => median(list.map((round) => round[figure]))

/** Round by round. */
export const ratioOf = (list: readonly Round[] = [], others: readonly Round[] = [], figure: 'requestsPerSecond' | 'cpuPerRequest') =>
  median(list.map((round, index) => round[figure] / (others[index]?.[figure] ?? Number.NaN)))

/** A table's row. */
export const describeRounds = (name: string, list: readonly Round[]) => [
  name,
  medianOf(list, 'requestsPerSecond').toFixed(0),
  medianOf(list, 'p50').toFixed(0),
  medianOf(list, 'p99').toFixed(0),
  medianOf(list, 'cpuPerRequest').toFixed(2),
  medianOf(list, 'queriesPerRequest').toFixed(2),
]
export const roundHead = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request', 'queries/request']

async function checkAnswer(name: string, { url, headers, items }: Contender, expected: number) {
  const answer = await fetch(url, { headers: headers.at(-1) ?? {} })
  const body: unknown = await answer.json()
  const count = answer.ok ? items(body) : Number.NaN
  if (count !== expected) throw new Error(`${name} answered ${answer.status} with ${count} items instead of ${expected}.`)
}

const load = ({ url, headers }: Contender, seconds: number) =>
  sendRequests(
    url,
    Array.from({ length: connections }, (_, index) => headers[index % headers.length] ?? {}),
    seconds,
  )

async function measure(contender: Contender): Promise<Round> {
  const before = await contender.server.usage()
  const { requests, duration, latencies } = await load(contender, secondsPerRound)
  const after = await contender.server.usage()
  return {
    requestsPerSecond: requests / duration,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuPerRequest: (after.cpu - before.cpu) / requests,
    queriesPerRequest: (after.queries - before.queries) / requests,
  }
}
