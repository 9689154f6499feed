import { type Contender, contestRules, describeRounds, holdContest, medianOf, roundHead } from './contest.ts'
import { addKeys, post, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServer } from './server-process.ts'

/* Compares access tokens with sessions: the same list of keys, requested both ways. */

const keys = 5

export async function benchTokens(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  try {
    const { url } = server.ready
    const person = await signUp(url, 'bench@example.org')
    await addKeys(person, keys)
    const as = { authorization: `Bearer ${person.token}` }
    await post(`${url}/api/pin/verify`, { pin: '2468' }, as)
    const body = { name: 'Bench', scopes: ['keys:read'], expires_in_days: 1 }
    const { secret } = (await post(`${url}/api/profile/tokens`, body, as)) as { secret: string }
    const list = (token: string): Contender => ({
      server,
      url: `${url}/api/keys`,
      headers: [{ authorization: `Bearer ${token}` }],
      items: (answer) => (answer as { own_keys: unknown[] }).own_keys.length,
    })
    const rounds = await holdContest(
      new Map([
        ['by a session', list(person.token)],
        ['by a token', list(secret)],
      ]),
      keys,
    )
    console.log(`${keys} keys. ${contestRules}.`)
    printTable(
      roundHead,
      [...rounds].map(([name, measured]) => describeRounds(name, measured)),
    )
    const [bySession, byToken] = rounds.values()
    const more = (figure: 'cpuPerRequest' | 'queriesPerRequest') => medianOf(byToken, figure) - medianOf(bySession, figure)
    const [cpu, trips] = [more('cpuPerRequest'), more('queriesPerRequest')]
    printAims([
      { name: 'a token, ms of CPU more than a session', value: cpu, text: cpu.toFixed(2), atMost: 0.3 },
      { name: 'round trips more', value: trips, text: trips.toFixed(2), atMost: 0.05 },
    ])
  } finally {
    await server.stop()
  }
}
