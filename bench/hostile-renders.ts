import { fileURLToPath } from 'node:url'
import { admin } from './installation.ts'
import { median, percentile } from './median.ts'
import { addKeys, type Person, post, read, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServer } from './server-process.ts'

/*
 * Measures other people's requests while an administrator has the most expensive templates rendered: the answers of the call that every open page
 * makes, at rest and during twenty such renders.
 */

const renders = 20
const calls = 400
const rounds = 3

/** Runs until a limit stops it. */
const hostile = `{% assign r = (1..9999) %}{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}{% endfor %}{% endfor %}`

export async function benchHostileRenders(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  try {
    const { url } = server.ready
    const person = await signUp(url, 'bench@example.org')
    await addKeys(person, 25)
    const { access_token: token } = (await post(`${url}/api/auth/login`, admin)) as { access_token: string }
    const administrator: Person = { url, token }
    await p99(person)
    const [calm, busy]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      calm.push(await p99(person))
      const drawn = Array.from({ length: renders }, () => draw(administrator))
      busy.push(await p99(person))
      await Promise.all(drawn)
    }
    const milliseconds = { calm: median(calm), busy: median(busy) }
    printTable(
      ['Codes of a person, p99', 'ms'],
      [
        ['at rest', milliseconds.calm.toFixed(1)],
        [`during ${renders} hostile renders`, milliseconds.busy.toFixed(1)],
      ],
    )
    printAims([{ name: 'p99 during hostile renders, against rest', value: milliseconds.busy / milliseconds.calm, atMost: 2 }])
  } finally {
    await server.stop()
  }
}

async function p99(person: Person): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    const begin = performance.now()
    await read(person, '/api/keys/generate-codes')
    times.push(performance.now() - begin)
  }
  return percentile(times, 0.99)
}

/** Refused, as it should be: for what it is, or because this person has asked for too much already. */
async function draw({ url, token }: Person): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ subject: 'Hostile', html_content: hostile })
  const answer = await fetch(`${url}/api/admin/email/templates/preview`, { method: 'POST', headers, body })
  if (![422, 429, 503].includes(answer.status)) throw new Error(`A hostile template was answered with ${answer.status}.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchHostileRenders()
