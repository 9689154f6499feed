import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { count } from './metrics/process-figures.ts'
import { databaseFailovers } from './metrics/platform-metrics.ts'

/*
 * Several hosts in one address, of which one can be written to: a primary and its standbys. `pg` knows one host only. Who promotes a standby is
 * somebody else's business; here it is only found out.
 */

const probeTimeoutMs = 1_000
const probeEveryMs = 200
/** Time for other hosts to answer after the first writable one, in case they claim the same. */
const rivalsMs = 150

export interface Place {
  host: string
  port: number
}

export interface DatabaseHosts {
  /** The one that can be written to, as soon as there is one. Rejects with the reason when there is none within so many milliseconds. */
  find: (timeoutMs: number) => Promise<Place>
  /** Something hints that it is another one by now: answers from before are asked for again. */
  wake: () => void
  /** `listener` hears of each change to another host until the answer is called. */
  onMoved: (listener: (to: Place) => void) => () => void
}

/** Answer of one host about itself. */
interface Answer {
  address: string
  /** Undefined: it cannot be written to, for this reason. */
  timeline?: number
  reason: string
  code?: string
}

/** An address for each host that `url` lists: `postgres://user@a:5432,b:5432/name` or, as for sockets, `?host=/a,/b`. */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  const listed = hosts.split(',')
  if (listed.length > 1) return listed.map((host) => `${start}${host}${rest}`)
  const given = URL.canParse(url) ? new URL(url) : undefined
  const named = given?.searchParams.get('host')?.split(',') ?? []
  if (given === undefined || named.length < 2) return [url]
  const ports = given.searchParams.get('port')?.split(',') ?? []
  return named.map((host, index) => {
    given.searchParams.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port !== undefined) given.searchParams.set('port', port)
    return given.href
  })
}

const known = new Map<string, DatabaseHosts>()

/** One prober per address for the whole process. */
export function hostsOf(url: string): DatabaseHosts {
  const hosts = known.get(url) ?? createHosts(addressesOf(url))
  known.set(url, hosts)
  return hosts
}

function createHosts(addresses: readonly string[]): DatabaseHosts {
  const waiting = new Map<symbol, { resolve: (address: string) => void; reject: (error: Error) => void }>()
  const listeners = new Set<(to: Place) => void>()
  let isLooking = false
  let isHinted = false
  let writable: string | undefined
  let lastWritable: string | undefined
  // A promotion begins a new timeline. A primary that was left behind, and wakes up, is on an older one.
  let newest = 0
  let answers: readonly Answer[] = []

  const rank = ({ address }: Answer) => (address === writable ? -1 : addresses.indexOf(address))
  const isCandidate = ({ timeline }: Answer) => timeline !== undefined && timeline >= newest

  async function look() {
    do {
      isHinted = false
      answers = await askAll(addresses, isCandidate)
      if (isHinted) answers = await askAll(addresses, isCandidate) // only once: a flood of hints must not delay everybody
      const best = answers.filter(isCandidate).toSorted((a, b) => (b.timeline ?? 0) - (a.timeline ?? 0) || rank(a) - rank(b))[0]
      if (best !== undefined) return settle(best)
      if (answers.every(({ code }) => isRefusal(code))) return giveUp()
      await pause(probeEveryMs, undefined, { ref: false })
    } while (waiting.size > 0)
    writable = undefined
    isLooking = false
  }

  function settle({ address, timeline = 0 }: Answer) {
    const hasMoved = lastWritable !== undefined && address !== lastWritable
    writable = lastWritable = address
    newest = timeline
    isLooking = false
    if (hasMoved) {
      count(databaseFailovers, {})
      for (const listener of listeners) listener(placeOf(address))
    }
    for (const { resolve } of waiting.values()) resolve(address)
  }

  /** Every host refuses us, and waiting would not help. */
  function giveUp() {
    writable = undefined
    isLooking = false
    for (const { reject } of waiting.values()) reject(noneWritable(answers))
  }

  function beginLooking() {
    if (isLooking) return
    isLooking = true
    void look()
  }

  async function find(timeoutMs: number): Promise<Place> {
    if (!isLooking && writable !== undefined) return placeOf(writable)
    const own = Symbol('waiting')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const timer = setTimeout(() => reject(noneWritable(answers)), timeoutMs)
    waiting.set(own, { resolve, reject })
    beginLooking()
    try {
      return placeOf(await promise)
    } finally {
      clearTimeout(timer)
      waiting.delete(own)
    }
  }

  return {
    find,
    wake() {
      isHinted = true
      beginLooking()
    },
    onMoved(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Does not wait for all of them once a candidate has answered. */
async function askAll(addresses: readonly string[], isCandidate: (answer: Answer) => boolean): Promise<Answer[]> {
  const heard: Answer[] = []
  const first = Promise.withResolvers<void>()
  const all = addresses.map(async (address) => {
    const answer = await ask(address)
    heard.push(answer)
    if (isCandidate(answer)) first.resolve()
  })
  await Promise.race([Promise.all(all), first.promise.then(() => pause(rivalsMs, undefined, { ref: false }))])
  return heard
}

async function ask(address: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'twofold-probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {}) // the running query reports it
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby !== false) return { address, reason: 'is a standby' }
    return { address, reason: 'was left behind by a promotion', timeline: await readTimeline(client) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { address, reason: message === '' ? (code ?? 'cannot be reached') : message, ...(code === undefined ? {} : { code }) }
  } finally {
    void client.end().catch(() => {})
  }
}

/** 0 where a managed service does not say. */
async function readTimeline(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    return Number.parseInt((rows[0]?.file ?? '').slice(0, 8), 16) || 0
  } catch {
    return 0
  }
}

/** Wrong password, no such user or database. */
const isRefusal = (code: string | undefined) => code?.startsWith('28') === true || code === '3D000'

/** With the code of a starting server, so that it counts as a database that is down; or that of the refusal. */
function noneWritable(answers: readonly Answer[]): Error {
  const code = answers.find((answer) => isRefusal(answer.code))?.code ?? '57P03'
  const reasons = answers.map(({ address, reason }) => `${placeName(placeOf(address))}: ${reason}`).join('; ')
  return Object.assign(new Error(`No host of the database can be written to (${reasons || 'none has answered yet'}).`), { code })
}

function placeOf(address: string): Place {
  const { host, port } = new pg.Client(address)
  return { host, port }
}

export const placeName = ({ host, port }: Place) => (host.startsWith('/') ? host : `${host}:${port}`)
