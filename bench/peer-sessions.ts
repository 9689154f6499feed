/**
 * Signs up at the better-auth at `url`, which opens the first session, and signs in until there are `count`. Answers their
 * cookies.
 */
export async function openSessions(url: string, count: number): Promise<string[]> {
  const credentials = { email: 'bench@example.org', password: 'correct-horse-battery' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
    if (!answer.ok || cookie === undefined) throw new Error(`better-auth answered ${answer.status}: ${await answer.text()}`)
    return cookie
  }
  const cookies = [await post('/sign-up/email', { name: 'Bench', ...credentials })]
  while (cookies.length < count) cookies.push(await post('/sign-in/email', credentials))
  return cookies
}
