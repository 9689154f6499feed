import { listStreams } from '@twofold/contract/admin/streams'
import { expect } from 'vitest'
import { findFaults } from './ocsf-schema.ts'
import { bucketKeys, type Mood, startBucket, startReceiver, startSyslogServer } from './receivers.ts'
import { findBrokenEvent, firstsOf, type ReceivedEvent, type startStreams } from './start-streams.ts'

type StreamsApp = Awaited<ReturnType<typeof startStreams>>
export type NetworkKind = 'https' | 'syslog' | 's3'

export const eventsIn = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReceivedEvent)

export const eventOf = (message: string) => JSON.parse(message.slice(message.indexOf(' - {') + 3)) as ReceivedEvent

export const eventsOfBodies = (bodies: readonly string[]) =>
  bodies.flatMap((body) => (JSON.parse(body) as { data: { events: ReceivedEvent[] } }).data.events)

export const sequencesOf = (events: readonly ReceivedEvent[]) => events.map(({ metadata }) => metadata.sequence)
export const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

export const bucketTarget = (endpoint: string, ca: string) => ({
  kind: 's3' as const,
  endpoint,
  region: bucketKeys.region,
  bucket: 'audit-logs',
  prefix: 'twofold/prod',
  access_key_id: bucketKeys.accessKeyId,
  secret_access_key: bucketKeys.secretAccessKey,
  ca,
})

/**
 * Every second batch kills its receiver, before or after it kept it, until `kills` is reached, while writers add rows: each so many a round, and all
 * of them `total` at least. Then everything has to have arrived once, in order.
 */
export async function writeWhileKilled(
  app: StreamsApp,
  kind: NetworkKind,
  plan: { kills: number; writers: number; rows: number; total?: number },
): Promise<void> {
  let [batches, kills] = [0, 0]
  const mood = (): Mood => {
    batches += 1
    if (batches % 2 === 0 || kills >= plan.kills) return 'good'
    kills += 1
    return kills % 2 === 0 ? 'dies late' : 'dies'
  }
  const events = await addKilled(app, kind, mood)
  const cursor = async () => (await app.root.call(listStreams, {})).body.data[0]?.sent_sequence ?? 0
  for (let written = 0; kills < plan.kills || written < (plan.total ?? 0); written += plan.writers * plan.rows) {
    const writing = Array.from({ length: plan.writers }, (_, number) => app.write(plan.rows, `writer ${number}`))
    await app.auditChain.linkAll()
    await app.tryAgain()
    await Promise.all(writing)
  }
  await app.auditChain.linkAll()
  const { linked } = await app.auditChain.readState()
  expect(linked).toBeGreaterThanOrEqual(plan.total ?? 0)
  while ((await cursor()) < linked) await app.tryAgain()
  const firsts = firstsOf(events())
  expect(sequencesOf(firsts)).toEqual(upTo(linked))
  expect(findBrokenEvent(firsts)).toBeUndefined()
  expect(firsts.find((event) => findFaults({ ...event }).length > 0)).toBeUndefined()
  expect(kills).toBe(plan.kills)
}

async function addKilled(app: StreamsApp, kind: NetworkKind, mood: () => Mood): Promise<() => ReceivedEvent[]> {
  if (kind === 'https') {
    const taken: string[] = []
    const receiver = await startReceiver(({ body }) => {
      const now = mood()
      if (now !== 'dies') taken.push(body)
      return now === 'good' ? { status: 204, body: '' } : 'drop'
    })
    await app.add({ kind, url: `${receiver.origin}/audit`, ca: receiver.ca })
    return () => eventsOfBodies(taken)
  }
  if (kind === 's3') {
    const bucket = await startBucket(mood)
    await app.add(bucketTarget(bucket.origin, bucket.ca))
    return () => [...bucket.objects.values()].flatMap(eventsIn)
  }
  // In the middle of a batch.
  let frames = 0
  const server = await startSyslogServer(() => ((frames += 1) % 7 === 0 ? mood() : 'good'))
  await app.add({ kind, host: server.host, port: server.port, ca: server.ca })
  return () => server.messages.map(eventOf)
}
