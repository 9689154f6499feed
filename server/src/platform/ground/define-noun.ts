import type { HealthCheckName } from '@twofold/contract/admin/health'
import type { EventName, LinkEvent } from '@twofold/contract/events'
import type { Database } from '../database.ts'
import type { Deletion } from '../deletion.ts'
import type { DeliveredEvent, HandleMany, IsWanted } from '../events.ts'
import type { Ground } from './ground.ts'
import type { HealthCheck } from '../health/health-check.ts'
import type { Hearing } from '../hook.ts'
import { type HourlyStep, runSteps, throwFailures } from '../housekeeping.ts'
import type { App } from '../http/route.ts'
import type { JobDefinition } from '../job-runner.ts'
import { type DeclaredMetrics, type Metric, metricsOf } from '../metrics/metric.ts'
import type { RenewLink } from '../renew-link.ts'
import type { RetentionTask } from '../retention.ts'

/** Tables, and the views that other nouns may read. */
export type TableName = keyof Database

/** Some events, one at a time; or all of them, in batches (see `Events`). */
export type Subscription =
  | { listener: string; names: readonly EventName[]; handle: (event: DeliveredEvent) => Promise<void> }
  | { listener: string; handleMany: HandleMany; isWanted: IsWanted }

/** Duties of a process. `work`: it runs the jobs. */
export interface Duties {
  work: boolean
}

/** Work that goes on beside requests and jobs. */
export interface Running {
  /** Begins it, before the first request. Nouns after this one begin once it has settled. */
  start?: (duties: Duties) => unknown
  /** Sends connected clients to other nodes, while this one still answers. */
  leave?: () => unknown
  /** Ends what need not go on while the last requests are answered. */
  breakOff?: () => unknown
  /** Ends the rest, once no request is left. */
  finish?: () => unknown
  /** Releases what jobs use up to their end. */
  release?: () => unknown
}

export type EndPhase = Exclude<keyof Running, 'start'>

/** Rows that a job of its own removes. Nouns that name the same job share it. */
export interface Retained {
  by: Pick<JobDefinition<never>, 'name' | 'schedule' | 'expireInSeconds'>
  tasks: () => RetentionTask[] | Promise<RetentionTask[]>
}

/**
 * The parts of a noun. Each one must be answered: `'none'` if there is nothing to declare, or `onlyRoutes`. The list of all nouns requires the links
 * and the health checks.
 */
export interface Parts<Offers extends object, Links extends LinkEvent = never, Checks extends HealthCheckName = HealthCheckName> {
  /** Services for the nouns after it, by name. */
  offers: Offers
  routes: 'none' | ((app: App) => void | Promise<void>)
  /** Work with a time or a cause of its own, or a step of what is done every hour. */
  jobs: 'none' | readonly (JobDefinition<never> | HourlyStep)[]
  /** Events of the catalogue that it acts on, as a job of its own. */
  events: 'none' | readonly Subscription[]
  /** Hooks and questions of nouns before it that it listens to or answers. */
  hears: 'none' | readonly Hearing[]
  /** How each link in its e-mails is renewed when an administrator sends one again; `'never'`: an administrator must not. */
  links?: { readonly [Event in Links]: RenewLink | 'never' }
  /** The handling of a person's rows when their account is deleted. */
  deletion: 'none' | Deletion
  /** Rows that are removed after some time: every hour, or by a job of its own. */
  retention: 'none' | (() => RetentionTask[]) | Retained
  /** Checks that run every minute and whenever an administrator looks. */
  health: 'none' | readonly HealthCheck<Checks>[]
  running: 'none' | Running
}

type Owned = readonly TableName[] | 'none'

export interface Noun<
  Needs extends object,
  Offers extends object,
  Owns extends Owned,
  Links extends LinkEvent = never,
  Checks extends HealthCheckName = HealthCheckName,
> {
  /** Its folder. */
  name: string
  /** Tables that only this noun writes. tools/table-rules.mjs reads this list, so it must be a literal. */
  owns: Owns
  /** Metrics for `/metrics`: those that its code counts, and those measured from its tables. */
  metrics: 'none' | DeclaredMetrics
  build: (ground: Ground, needs: Needs) => Parts<Offers, Links, Checks> | Promise<Parts<Offers, Links, Checks>>
}

/** One declaration for everything that a noun owns and offers. See docs/decisions/0261-a-noun-is-one-declaration.md. */
export const defineNoun = <
  Needs extends object,
  Offers extends object,
  const Owns extends Owned,
  Links extends LinkEvent = never,
  Checks extends HealthCheckName = never,
>(
  noun: Noun<Needs, Offers, Owns, Links, Checks>,
) => noun

/** The parts of a noun that has routes and nothing else. */
export const onlyRoutes = (routes: (app: App) => void) =>
  ({
    offers: {},
    routes,
    jobs: 'none',
    events: 'none',
    hears: 'none',
    deletion: 'none',
    retention: 'none',
    health: 'none',
    running: 'none',
  }) as const

/** The services that a noun offers to those after it. */
export type OffersOf<N> = N extends Noun<never, infer Offers, Owned> ? Offers : never

type Names<Owns extends Owned> = Owns extends readonly TableName[] ? Owns[number] : never

export interface NounList<
  Given extends object,
  Offered extends object,
  Taken extends TableName,
  Renewed extends LinkEvent,
  Checked extends HealthCheckName,
> {
  /** Compiles where every need of the noun is offered before it, and none of its tables, links and health checks is another's. */
  add<
    Offers extends object,
    const Owns extends readonly Exclude<TableName, Taken>[] | 'none',
    Links extends Exclude<LinkEvent, Renewed> = never,
    Checks extends Exclude<HealthCheckName, Checked> = never,
  >(
    noun: Noun<Offered, Offers, Owns, Links, Checks>,
  ): NounList<Given, Offered & Offers, Taken | Names<Owns>, Renewed | Links, Checked | Checks>
  nouns: readonly Pick<AnyNoun, 'name' | 'owns'>[]
  tables: readonly Taken[]
  metrics: readonly Metric[]
  build(
    ground: Ground,
    given: Given,
  ): Promise<{ services: Offered; parts: readonly Parts<object, Renewed, Checked>[]; retentionJobs: RetentionJobs }>
}

export type TablesOf<List extends { tables: readonly TableName[] }> = List['tables'][number]

/** The events whose links the nouns of a list make again, or say that they never do. */
export type LinksOf<List extends { build: (...input: never[]) => Promise<{ parts: readonly unknown[] }> }> =
  Awaited<ReturnType<List['build']>> extends { parts: readonly Parts<object, infer Links>[] } ? Links : never

/** The health checks that the nouns of a list declare. */
export type ChecksOf<List extends { build: (...input: never[]) => Promise<{ parts: readonly unknown[] }> }> =
  Awaited<ReturnType<List['build']>> extends { parts: readonly Parts<object, LinkEvent, infer Checks>[] } ? Checks : never

type AnyNoun = Noun<never, object, Owned>

/** An empty list. `Given`: services that the application itself offers to the first noun. */
export const listNouns = <Given extends object>(): NounList<Given, Given, never, never, never> =>
  listOf([]) as unknown as NounList<Given, Given, never, never, never>

function listOf(nouns: readonly AnyNoun[]): NounList<object, object, never, never, HealthCheckName> {
  return {
    add: (noun) => listOf([...nouns, noun]) as never,
    nouns,
    tables: nouns.flatMap(({ owns }) => listed(owns)) as never[],
    metrics: metricsOf(nouns.flatMap(({ metrics }) => listed(metrics))),
    async build(ground, given) {
      const services: Record<string, unknown> = { ...given }
      const parts: Parts<object>[] = []
      ground.metrics.push(...nouns.flatMap(({ metrics }) => listed(metrics)))
      for (const noun of nouns) {
        const built = await noun.build(ground, services as never)
        for (const [name, service] of Object.entries(built.offers)) {
          if (Object.hasOwn(services, name)) throw new Error(`${noun.name} offers ${name}, which is offered already.`)
          services[name] = service
        }
        if (built.deletion !== 'none') ground.deletions.push({ noun: noun.name, ...built.deletion })
        ground.checks.push(...listed(built.health))
        parts.push({ ...built, retention: ownRetention(noun, built.retention) })
      }
      bind(ground, parts)
      return { services, parts, retentionJobs: defineRetentionJobs(ground, parts) }
    },
  }
}

/** Connects jobs, events, hooks and links. All nouns are there by now. */
function bind(ground: Pick<Ground, 'jobs' | 'events' | 'links'>, parts: readonly Parts<object>[]): void {
  for (const { jobs, events, hears, links = {} } of parts) {
    for (const [event, renew] of Object.entries<RenewLink | 'never'>(links)) {
      if (renew !== 'never') ground.links.set(event as LinkEvent, renew)
    }
    for (const hear of listed(hears)) hear()
    for (const job of listed(jobs)) if (!('step' in job)) ground.jobs.define(job)
    for (const subscription of listed(events)) {
      if ('names' in subscription) ground.events.listen(subscription.listener, subscription.names, subscription.handle)
      else ground.events.listenToMany(subscription.listener, subscription.handleMany, subscription.isWanted)
    }
  }
}

/** The same, but throws if a noun removes rows of another one. */
function ownRetention({ name, owns }: Pick<AnyNoun, 'name' | 'owns'>, retention: Parts<object>['retention']): Parts<object>['retention'] {
  const own: readonly string[] = listed(owns)
  const check = (tasks: RetentionTask[]): RetentionTask[] => {
    const foreign = tasks.find(({ table }) => !own.includes(table))
    if (foreign !== undefined) throw new Error(`${name} removes rows of ${foreign.table}, which it does not own.`)
    return tasks
  }
  if (retention === 'none') return retention
  if (typeof retention === 'function') return () => check(retention())
  return { by: retention.by, tasks: async () => check(await retention.tasks()) }
}

type RetentionJobs = ReadonlyMap<string, () => Promise<void>>

/** As in the hourly job, rows are counted first, and stay where that fails. */
function defineRetentionJobs(
  { jobs, log, retention }: Pick<Ground, 'jobs' | 'log' | 'retention'>,
  parts: readonly Parts<object>[],
): RetentionJobs {
  const retained = parts.flatMap((part) => (typeof part.retention === 'object' ? [part.retention] : []))
  const defined = [...Map.groupBy(retained, ({ by }) => by.name)].map(([name, all]) => {
    const run = async () => {
      const tasks = (await Promise.all(all.map(async ({ tasks: list }) => list()))).flat()
      const counting = gather.steps(parts).filter(({ counts = [] }) => tasks.some(({ table }) => counts.includes(table as TableName)))
      const { failures, uncounted } = await runSteps(counting, log)
      await retention.run(tasks.filter(({ table }) => !uncounted.has(table)))
      throwFailures(failures)
    }
    jobs.define({ ...all[0]?.by, name, run })
    return [name, run] as const
  })
  return new Map(defined)
}

const listed = <T>(answer: 'none' | readonly T[]): readonly T[] => (answer === 'none' ? [] : answer)

/** Gathers the declarations of all nouns about their rows and work. */
export const gather = {
  retention: (parts: readonly Parts<object>[]): RetentionTask[] =>
    parts.flatMap(({ retention }) => (typeof retention === 'function' ? retention() : [])),
  /** Rows removed by jobs of their own. */
  retained: async (parts: readonly Parts<object>[]): Promise<RetentionTask[]> =>
    (await Promise.all(parts.map(async ({ retention }) => (typeof retention === 'object' ? retention.tasks() : [])))).flat(),
  /** In the order of the nouns. */
  steps: (parts: readonly Parts<object>[]): HourlyStep[] => parts.flatMap(({ jobs }) => listed(jobs).filter((job) => 'step' in job)),
  async start(parts: readonly Parts<object>[], duties: Duties): Promise<void> {
    for (const { running } of parts) if (running !== 'none') await running.start?.(duties)
  },
  running: (parts: readonly Parts<object>[], phase: EndPhase): Promise<unknown>[] =>
    parts.map(async ({ running }) => (running === 'none' ? undefined : running[phase]?.())),
}
