import { startHttpsSink } from '@twofold/server/src/platform/testing/https-sink.ts'
import { admin } from './installation.ts'
import { median, percentile } from './median.ts'
import { type Person, post, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServerWith } from './server-process.ts'

/* Measures the effect of a dead webhook receiver on the calls that cause its messages: the same takes of a code with and without it, in turn. */

const blocks = 5
/** Takes of a block: 1,000 messages in all. */
const takes = 200
/** Share of the takes that are quicker. */
const share = 0.99

export async function benchWebhooks(): Promise<void> {
  const server = await startServerWith<{ url: string }>({ OUTBOUND_ALLOW: 'localhost' }, 'ours.ts')
  // It takes every connection and never answers, which is the slowest way of being dead.
  const sink = await startHttpsSink(() => 'silent')
  try {
    const { url } = server.ready
    const person = await signUp(url, 'webhooks@example.org')
    const { key } = (await post(`${url}/api/keys`, { name: 'Door', type: 'hotp' }, asOf(person))) as { key: { id: string } }
    const root = (await post(`${url}/api/auth/login`, admin)) as { access_token: string }
    const change = await addEndpoint({ url, token: root.access_token }, sink)
    const measured = { without: [] as number[][], with: [] as number[][] }
    await measureBlock(person, key.id)
    for (let block = 0; block < blocks; block += 1) {
      await change(false)
      measured.without.push(await measureBlock(person, key.id))
      await change(true)
      measured.with.push(await measureBlock(person, key.id))
    }
    print(measured, sink.requests.length)
  } finally {
    await server.stop()
    await sink.close()
  }
}

const asOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** Answers what pauses and resumes it. */
async function addEndpoint(root: Person, { origin, ca }: { origin: string; ca: string }) {
  const body = { name: 'Dead', url: `${origin}/hook`, ca, event_types: ['code.taken'] }
  const { webhook } = (await post(`${root.url}/api/admin/webhooks`, body, asOf(root))) as { webhook: { id: string } }
  return async (isActive: boolean) => {
    const answer = await fetch(`${root.url}/api/admin/webhooks/${webhook.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...asOf(root) },
      body: JSON.stringify({ ...body, is_active: isActive }),
    })
    if (!answer.ok) throw new Error(`The endpoint could not be changed: ${await answer.text()}`)
  }
}

/** Milliseconds of each take, one after the other. */
async function measureBlock(person: Person, keyId: string): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < takes; number += 1) {
    const began = performance.now()
    await post(`${person.url}/api/keys/${keyId}/take`, {}, asOf(person))
    times.push(performance.now() - began)
  }
  return times
}

function print(measured: { without: number[][]; with: number[][] }, requests: number) {
  console.log(`${blocks} blocks of ${takes} takes each way, in turn, medians; the dead receiver was asked ${requests} times meanwhile.`)
  const row = (name: string, all: readonly number[][]) => [
    name,
    ...[0.5, share].map((part) => median(all.map((one) => percentile(one, part))).toFixed(1)),
  ]
  printTable(['', 'p50 ms', 'p99 ms'], [row('endpoint paused', measured.without), row('endpoint dead', measured.with)])
  const ratio = median(measured.with.map((one, block) => percentile(one, share) / percentile(measured.without[block] ?? [], share)))
  printAims([{ name: 'p99 with a dead endpoint, of that without', value: ratio, text: ratio.toFixed(2), atMost: 1.2 }])
}
