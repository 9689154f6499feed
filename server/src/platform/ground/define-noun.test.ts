import { expect, test } from 'vitest'
import { nouns, ownership } from '../../app.ts'
import type { Ground } from './ground.ts'
import { createHook, createQuestion } from '../hook.ts'
import type { RetentionTask } from '../retention.ts'
import { worded } from '../health/finding.ts'
import { defineCheck } from '../health/health-check.ts'
import { defineNoun, gather, listNouns, type Parts } from './define-noun.ts'

/** Answers of a noun that has nothing to say. */
const nothing = {
  routes: 'none',
  jobs: 'none',
  events: 'none',
  hears: 'none',
  deletion: 'none',
  retention: 'none',
  health: 'none',
  running: 'none',
} as const

const ground = { jobs: { define: () => undefined }, events: {}, metrics: [], checks: [], deletions: [] } as unknown as Ground

const clocks = defineNoun({ name: 'clocks', owns: ['groups'], metrics: 'none', build: () => ({ ...nothing, offers: { hour: 12 } }) })
const bells = defineNoun({
  name: 'bells',
  owns: 'none',
  metrics: 'none',
  build: (_: Ground, { hour }: { hour: number }) => ({ ...nothing, offers: { strikes: hour } }),
})

test('a noun gets what those before it offer', async () => {
  const { services } = await listNouns<object>().add(clocks).add(bells).build(ground, {})
  expect(services).toEqual({ hour: 12, strikes: 12 })
})

test('a noun that needs what none before it offers does not compile', () => {
  // @ts-expect-error -- `hour` is offered after it.
  listNouns<object>().add(bells).add(clocks)
})

test('a noun that leaves an answer out does not compile', () => {
  const { retention: _, ...rest } = nothing
  // @ts-expect-error -- it does not say what it keeps for how long.
  defineNoun({ name: 'bells', owns: 'none', metrics: 'none', build: () => ({ ...rest, offers: {} }) })
  const { health: __, ...unchecked } = nothing
  // @ts-expect-error -- it does not say what of it is checked.
  defineNoun({ name: 'bells', owns: 'none', metrics: 'none', build: () => ({ ...unchecked, offers: {} }) })
  // @ts-expect-error -- it does not say which tables it owns.
  defineNoun({ name: 'bells', metrics: 'none', build: () => ({ ...nothing, offers: {} }) })
  // @ts-expect-error -- it does not say what it counts.
  defineNoun({ name: 'bells', owns: 'none', build: () => ({ ...nothing, offers: {} }) })
})

test('a table has one owner, and a second one does not compile', () => {
  const towers = defineNoun({ name: 'towers', owns: ['groups', 'users'], metrics: 'none', build: () => ({ ...nothing, offers: {} }) })
  // @ts-expect-error -- the clocks own the groups.
  listNouns<object>().add(clocks).add(towers)
  // @ts-expect-error -- there is no such table.
  defineNoun({ name: 'towers', owns: ['cupboards'], metrics: 'none', build: () => ({ ...nothing, offers: {} }) })
})

test('a health check has one noun, and a second one does not compile', () => {
  const health = [defineCheck({ name: 'disk', title: 'Disk', judge: () => ({ status: 'healthy', ...worded({ code: 'none' }) }) })]
  const disks = defineNoun({ name: 'disks', owns: 'none', metrics: 'none', build: () => ({ ...nothing, offers: {}, health }) })
  const tapes = defineNoun({ name: 'tapes', owns: 'none', metrics: 'none', build: () => ({ ...nothing, offers: {}, health }) })
  // @ts-expect-error -- the disks check the disk.
  listNouns<object>().add(disks).add(tapes)
})

test('two nouns cannot offer the same name', async () => {
  await expect(
    listNouns<object>()
      .add(clocks)
      .add({ ...clocks, name: 'watches', owns: 'none' })
      .build(ground, {}),
  ).rejects.toThrow('watches offers hour, which is offered already.')
})

test('every table and view of the database has one owner, and every noun a name of its own', () => {
  const names = nouns.nouns.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(nouns.tables).size).toBe(nouns.tables.length)
  expect(nouns.tables).toContain('users')
  // One without an owner is named here by the type checker.
  expect(ownership).toBe('complete')
})

test('a hook reaches everybody who hears it, and is not lost where nobody does', async () => {
  const heard: string[] = []
  const struck = createHook<[hour: number]>('hours')
  await expect(struck.run(1)).rejects.toThrow('No noun hears of hours.')
  struck.heardBy(async (hour) => heard.push(`first ${hour}`))()
  struck.heardBy(async (hour) => heard.push(`second ${hour}`))()
  await struck.run(2)
  expect(heard).toEqual(['first 2', 'second 2'])
})

test('a question has exactly one answer', () => {
  const time = createQuestion<[], number>('the time')
  expect(() => time.ask()).toThrow('No noun answers the time.')
  time.answeredBy(() => 5)()
  expect(time.ask()).toBe(5)
  expect(() => time.answeredBy(() => 6)()).toThrow('Two nouns answer the time.')
})

test('rows of a noun are removed every hour, or by a job that several share; rows of another noun are not its to remove', async () => {
  const jobs: string[] = []
  const removed: string[][] = []
  const cleaning = {
    metrics: [],
    checks: [],
    deletions: [],
    jobs: { define: ({ name, schedule }: { name: string; schedule?: string }) => void jobs.push(`${name} ${schedule}`) },
    retention: { run: async (tasks: readonly RetentionTask[]) => void removed.push(tasks.map(({ table }) => table)) },
  } as unknown as Ground
  const keeping = (
    name: string,
    table: 'groups' | 'keys' | 'users',
    retention: (tasks: () => RetentionTask[]) => Parts<object>['retention'],
  ) =>
    defineNoun({
      name,
      owns: [table],
      metrics: 'none',
      build: () => ({ ...nothing, offers: {}, retention: retention(() => [{ table, removeBatch: async () => false }]) }),
    })
  const by = { name: 'nightly', schedule: '41 3 * * *' }
  const { parts, retentionJobs } = await listNouns<object>()
    .add(keeping('towers', 'groups', (tasks) => tasks) as never)
    .add(keeping('bells', 'keys', (tasks) => ({ by, tasks })) as never)
    .add(keeping('clocks', 'users', (tasks) => ({ by, tasks })) as never)
    .build(cleaning, {})
  expect(gather.retention(parts).map(({ table }) => table)).toEqual(['groups'])
  await retentionJobs.get('nightly')?.()
  expect([jobs, removed]).toEqual([['nightly 41 3 * * *'], [['keys', 'users']]])

  const thief = defineNoun({
    name: 'thief',
    owns: ['groups'],
    metrics: 'none',
    build: () => ({ ...nothing, offers: {}, retention: () => [{ table: 'keys', removeBatch: async () => false }] }),
  })
  const { parts: taken } = await listNouns<object>().add(thief).build(cleaning, {})
  expect(() => gather.retention(taken)).toThrow('thief removes rows of keys, which it does not own.')
})

test('how a link is made again is said by one noun, and a second one does not compile', async () => {
  const renew = () => Promise.resolve({ 'link.url': 'https://vault.example.org/reset' })
  const posts = defineNoun({
    name: 'posts',
    owns: 'none',
    metrics: 'none',
    build: () => ({ ...nothing, offers: {}, links: { 'user.email_verification': renew, 'pin.forgotten': 'never' } }),
  })
  const links: Ground['links'] = new Map()
  await listNouns<object>()
    .add(posts)
    .build({ ...ground, links }, {})
  expect([...links]).toEqual([['user.email_verification', renew]])
  const pins = defineNoun({
    name: 'pins',
    owns: 'none',
    metrics: 'none',
    build: () => ({ ...nothing, offers: {}, links: { 'pin.forgotten': renew } }),
  })
  // @ts-expect-error -- the posts have answered for it.
  listNouns<object>().add(posts).add(pins)
  // @ts-expect-error -- its e-mail carries no link.
  defineNoun({ name: 'pins', owns: 'none', metrics: 'none', build: () => ({ ...nothing, offers: {}, links: { 'key.shared': renew } }) })
})

test('work begins in the order of the nouns, each after the one before it, and a failure ends the start', async () => {
  const begun: string[] = []
  const starting = (name: string, start: () => Promise<unknown>) => ({
    ...nothing,
    offers: {},
    running: {
      async start({ work }: { work: boolean }) {
        begun.push(`${name} ${work ? 'works' : 'waits'}`)
        await start()
        begun.push(`${name} is there`)
      },
    },
  })
  const later = () => new Promise((resolve) => void setImmediate(resolve))
  const parts = [starting('first', later), { ...nothing, offers: {} }, starting('second', () => Promise.reject(new Error('stuck')))]
  await expect(gather.start([...parts, starting('third', later)], { work: true })).rejects.toThrow('stuck')
  expect(begun).toEqual(['first works', 'first is there', 'second works'])
})

test('a phase of the end reaches every noun, and a failure of one keeps no other', async () => {
  const ended: string[] = []
  const parts = [
    { ...nothing, offers: {}, running: { finish: () => Promise.reject(new Error('stuck')) } },
    { ...nothing, offers: {}, running: { finish: () => void ended.push('second') } },
  ]
  const results = await Promise.allSettled(gather.running(parts, 'finish'))
  expect([results.map(({ status }) => status), ended]).toEqual([['rejected', 'fulfilled'], ['second']])
})
