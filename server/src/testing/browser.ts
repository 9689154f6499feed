import type { TestApp } from './start-test-app.ts'

/** A browser as the server sees one: it sends `Sec-Fetch-Site` and keeps cookies. */
export async function openBrowser(app: Pick<TestApp, 'send'>) {
  const jar = new Map<string, string>()
  let token: string | undefined

  const remember = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const isRemoved = /max-age=0|expires=thu, 01 jan 1970/i.test(line)
      if (isRemoved) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)))
    }
  }

  const browser = {
    jar,
    get token() {
      return token
    },
    set token(value: string | undefined) {
      token = value
    },
    async send<T = unknown>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const answer = await app.send<T>(method, path, {
        ...(body === undefined ? {} : { body }),
        headers: {
          'sec-fetch-site': 'same-origin',
          cookie: [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
          ...(jar.has('XSRF-TOKEN') ? { 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' } : {}),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      })
      remember(answer.headers)
      return answer
    },
  }
  await browser.send('GET', '/api/installation')
  return browser
}
