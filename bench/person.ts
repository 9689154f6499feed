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

/** Keys with a generated secret: SHA-1, 6 digits, 30 s. */
export async function addKeys({ url, token }: Person, count: number): Promise<void> {
  for (let added = 0; added < count; added++) await post(`${url}/api/keys`, { name: `Key ${added}` }, { authorization: `Bearer ${token}` })
}

/** Throws unless the answer is a success. */
export async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
