import { type Client, TwofoldError } from './runtime.ts'
import type { Operations } from './operations.generated.ts'

/** Throws where an answer has none: what takes the calls is not Twofold, and a program would go on without a token. */
export async function fetchToken(vault: Pick<Client, 'issueToken'>, body: Operations['issueToken']['input']['body']): Promise<string> {
  const { access_token } = await vault.issueToken({ body })
  if (typeof access_token === 'string' && access_token !== '') return access_token
  throw new TwofoldError('The answer has no token, so it is not one of Twofold. Check the address.', 'client.not_twofold', 200)
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Twofold, or what stands in front of it, is restarted or out of reach. */
const away = new Set([0, 502, 503, 504])

/**
 * The token of a device sign-in. Asks at the server's pace until a person has decided, or the code has expired. Throws what the server answers,
 * or that it could not be reached to the end.
 */
export async function waitForToken(
  vault: Pick<Client, 'issueToken'>,
  { device_code, interval, expires_in }: Operations['startDeviceSignIn']['answer'],
): Promise<string> {
  const end = performance.now() + expires_in * 1000
  for (let seconds = interval; ;) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    try {
      return await fetchToken(vault, { grant_type: deviceGrant, device_code })
    } catch (error) {
      if (!(error instanceof TwofoldError)) throw error
      if (error.code === 'oauth.slow_down' || error.status === 429) seconds += 5
      else if (error.code !== 'oauth.authorization_pending' && !(away.has(error.status) && performance.now() < end)) throw error
    }
  }
}
