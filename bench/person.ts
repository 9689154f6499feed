import { connections } from './contest.ts'
import { setTimeout } from 'node:timers/promises'

/** Somebody who is signed in as a program. */
export interface Person {
  url: string
  token: string
}

export const password = 'correct-horse-battery'

/** A new account of our application at `url`. */
export async function signUp(url: string, email: string): Promise<Person> {
  const account = { name: 'Bench', email, password, password_confirmation: password, pin: '2468' }
  const { access_token: token } = (await post(`${url}/api/auth/register`, account)) as { access_token?: string }
  if (token === undefined) throw new Error('The new account is not signed in.')
  return { url, token }
}

/** `Key 0`, `Key 1`, … in one call, each with a secret of its own: SHA-1, 6 digits, 30 s. Every third has the tag `Team`. */
export async function addKeys({ url, token }: Person, count: number): Promise<void> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const entries = Array.from({ length: count }, (_, number) => {
    const tail = [10, 5, 0].map((shift) => letters[(number >> shift) & 31]).join('')
    const uri = `otpauth://totp/Host%20${number}:ann%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQ${tail}&issuer=Host%20${number}`
    return { name: `Key ${number}`, uri, ...(number % 3 === 0 && { tags: ['Team'] }) }
  })
  await post(`${url}/api/keys/import`, { dry_run: false, entries }, { authorization: `Bearer ${token}` })
}

/** As many new accounts as a contest has connections, with keys. Answers their tokens. */
export async function signUpSeveral(url: string, keys: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: connections }, (_, number) => signUp(url, `bench-${number}@example.org`)))
  for (const person of people) await addKeys(person, keys)
  return people.map(({ token }) => token)
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> =>
  ask(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

export const read = ({ url, token }: Person, path: string): Promise<unknown> =>
  ask(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })

/** Tries of a request while the server says that it is busy, a second apart: a machine that has much to do must not end a bench. */
const tries = 20

/** Throws unless the answer is a success. */
async function ask(url: string, request: RequestInit): Promise<unknown> {
  for (let left = tries; ; left--) {
    const answer = await fetch(url, request)
    if (answer.ok) return answer.json()
    if (answer.status !== 503 || left === 1) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    await setTimeout(1000)
  }
}
