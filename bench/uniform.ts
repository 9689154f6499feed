import { measureGap } from './gap.ts'
import { startInstallation } from './installation.ts'
import { password, signUp } from './person.ts'
import { printAims, printTable } from './print.ts'
import { startServerWith } from './server-process.ts'

/*
 * Requests about an address that need no sign-in: sign-in, sign-up while addresses have to be verified, a link to a new password, another
 * verification e-mail. Neither the answer nor its duration may reveal whether the address has an account.
 */

const people = 40
const pairs = 121

export async function benchUniform(): Promise<void> {
  const installation = await startInstallation()
  const server = await startServerWith<{ url: string }>({ ...installation.environment, ROLES: 'web' }, 'application.ts')
  try {
    const { url } = server.ready
    for (let index = 0; index < people; index++) await signUp(url, known(index))
    const configuration = {
      host: '127.0.0.1',
      port: 9,
      username: 'bench',
      password: 'bench',
      encryption: 'none' as const,
      from_email: 'bench@example.org',
    }
    await installation.app.mailDelivery.providers.create({ name: 'Bench', provider: 'smtp', configuration, priority: 1 })

    const account = { name: 'Bench', password, password_confirmation: password, pin: '2468' }
    const asked = [
      { name: 'sign-in, wrong password', path: '/auth/login', body: { password: 'a wrong password' } },
      { name: 'sign-up', path: '/auth/register', body: account },
      { name: 'link to a new password', path: '/auth/password/email', body: {} },
      { name: 'verification mail once more', path: '/auth/email/verification-notification', body: {} },
    ]
    const gaps: { name: string; found: Awaited<ReturnType<typeof measureGap>> }[] = []
    for (const [turn, { name, path, body }] of asked.entries()) {
      const ask = (email: string) => time(`${url}/api${path}`, { ...body, email })
      for (let warm = 0; warm < 5; warm++) await ask(`warm-${turn}-${warm}@example.org`)
      const found = await measureGap(
        pairs,
        (pair) => ask(known(pair % people)),
        (pair) => ask(`nobody-${turn}-${pair}@example.org`),
      )
      gaps.push({ name, found })
    }
    console.log(`${pairs} pairs each, a known address and an unknown one right after each other; medians.`)
    printTable(
      ['ms', 'known', 'unknown'],
      gaps.map(({ name, found }) => [name, found.known.toFixed(1), found.unknown.toFixed(1)]),
    )
    printAims(
      gaps.map(({ name, found: { gap, chance } }) => ({
        name: `gap of ${name}, ms`,
        value: Math.abs(gap),
        text: `${Math.abs(gap).toFixed(1)} ± ${chance.toFixed(1)}`,
        atMost: 5,
      })),
    )
  } finally {
    await server.stop()
    await installation.stop()
  }
}

const known = (index: number) => `person-${index}@example.org`

/** Milliseconds until the whole answer. */
async function time(url: string, body: object): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const text = await answer.text()
  const duration = performance.now() - start
  if (answer.status >= 500 || answer.status === 429) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return duration
}
