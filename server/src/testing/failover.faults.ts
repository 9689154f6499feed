import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { start } from '../start.ts'
import { eventually } from './eventually.ts'
import { beSynchronous, startPrimaryAndStandby } from './primary-and-standby.ts'
import { createClient, createPerson } from './start-test-app.ts'
import { testAccount } from './test-secrets.ts'

/** `FAILOVERS=5 npm run faults -- failover` for fewer. */
const rounds = Number(process.env['FAILOVERS'] ?? 50)
const writers = 6
const mostGapMs = 5_000
const cheap = { memoryCost: 1024, timeCost: 1 }

test(`${rounds} times the primary is killed or frozen under six writers and its synchronous standby promoted: no acknowledged write is lost`, async () => {
  const cluster = await startPrimaryAndStandby({ durable: true })
  let { a: primary, b: standby } = cluster
  await beSynchronous(primary)
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-failover-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SHUTDOWN_SECONDS: '1',
  })
  const app = await start({
    config,
    log: createLog('silent'),
    tuning: { cost: { password: cheap, pin: cheap }, rateLimitFactor: 10_000, openBeforeSetUp: true },
  })
  onTestFinished(() => app.stop())
  const url = app.address ?? ''
  // Each has an account of their own: a person's keys are limited, and so are their turns.
  const people = await Promise.all(
    Array.from({ length: writers }, async (_, index) => {
      const email = `writer-${index}@example.org`
      const { body } = await createClient(url).send<{ access_token: string }>('POST', '/api/auth/register', {
        body: { ...testAccount, email },
      })
      return createPerson(url, email, body.access_token)
    }),
  )

  const acknowledged: { name: string; at: number }[] = []
  const statuses = new Map<number, number>()
  const over = new AbortController()
  let written = 0
  const writing = people.map(async (person) => {
    while (!over.signal.aborted) {
      const name = `key ${(written += 1)}`
      const { status } = await person.send('POST', '/api/keys', { body: { name } })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) acknowledged.push({ name, at: performance.now() })
    }
  })
  const untilMore = (count: number) => {
    const from = acknowledged.length
    return eventually(() => expect(acknowledged.length).toBeGreaterThanOrEqual(from + count))
  }

  const gaps: { promotion: number; whole: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await untilMore(20)
    const isFrozen = round % 5 === 4
    if (isFrozen) primary.freeze()
    else await primary.kill()
    const from = performance.now()
    await standby.promote()
    const promoted = performance.now()
    await untilMore(1)
    const [last, first] = [acknowledged.findLast(({ at }) => at < promoted), acknowledged.find(({ at }) => at >= promoted)]
    gaps.push({ promotion: (first?.at ?? Infinity) - promoted, whole: (first?.at ?? Infinity) - Math.min(last?.at ?? from, from) })
    // One that was only frozen believes that it is the primary still. Nothing is written to it.
    if (isFrozen) {
      primary.thaw()
      await untilMore(20)
    }
    await primary.follow(standby)
    ;[primary, standby] = [standby, primary]
    await beSynchronous(primary)
  }
  over.abort()
  await Promise.all(writing)

  const rows = await primary.query<{ name: string }>('select name from keys')
  const stored = new Set(rows.map(({ name }) => name))
  const lost = acknowledged.filter(({ name }) => !stored.has(name))
  const longest = (which: 'promotion' | 'whole') => Math.round(Math.max(...gaps.map((gap) => gap[which])))
  const median = Math.round(gaps.map(({ promotion }) => promotion).toSorted((x, y) => x - y)[Math.floor(gaps.length / 2)] ?? 0)
  const figures = { rounds, tried: written, acknowledged: acknowledged.length, lost: lost.length, statuses: Object.fromEntries(statuses) }
  console.log({ ...figures, gapAfterPromotion: { longest: longest('promotion'), median }, wholeGap: longest('whole') })
  expect(lost).toEqual([])
  expect([...statuses.keys()].filter((status) => ![201, 503].includes(status))).toEqual([])
  expect(longest('promotion')).toBeLessThanOrEqual(mostGapMs)
})
