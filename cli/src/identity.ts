import { readFile } from 'node:fs/promises'
import { TwofoldError } from '@twofold/client'
import { fetchToken } from '@twofold/client/device'
import { exchangeGrant } from '@twofold/contract/oauth'
import { fromEnvironment } from './environment.ts'
import { exits, Failure } from './failure.ts'
import { masked } from './output.ts'
import type { Vault } from './vault.ts'

/** Milliseconds for GitHub, or Twofold, to say something that needs no work. */
const timeoutMs = 20_000

export interface IdentitySource {
  /** `github`, `gitlab`, or `file:` and a path. */
  source: string
  /** Id of the service account to act as. Only GitHub signs a token on demand, so only there it has to be named. */
  serviceAccount?: string | undefined
}

/**
 * Exchanges the token that a CI signed for this job for an access token of a service account (RFC 8693). The access token is good for some
 * minutes, and the one of the CI cannot be used again.
 */
export async function exchangeIdentity(vault: Vault, url: string, from: IdentitySource): Promise<string> {
  const subject_token = await readIdentity(url, from)
  const body = { grant_type: exchangeGrant, subject_token_type: 'urn:ietf:params:oauth:token-type:id_token', subject_token } as const
  return masked(await fetchToken(vault, body).catch(sayWhoKnowsWhy))
}

/** The server gives no reason, so that nobody learns the rules by trying. */
function sayWhoKnowsWhy(error: unknown): never {
  if (!(error instanceof TwofoldError) || error.code !== 'oauth.invalid_grant') throw error
  const where = 'Its managers find the reason under “Refused runs” on the page of its group.'
  const otherwise = 'If it is not there, check the issuer, and the id of the service account.'
  throw new Failure(`This job may not act as the service account. ${where} ${otherwise}`, exits.notAllowed, error.code)
}

async function readIdentity(url: string, { source, serviceAccount }: IdentitySource): Promise<string> {
  if (source === 'github') return requestFromGitHub(await readAudience(url, serviceAccount))
  if (source === 'gitlab') return readVariable()
  if (source.startsWith('file:')) return readIdentityFile(source.slice('file:'.length))
  throw new Failure(`${source} is no identity. Say github, gitlab or file:PATH.`, exits.usage, 'cli.usage')
}

/** Twofold may be reached at another address than the one that its tokens are made for. */
async function readAudience(url: string, serviceAccount: string | undefined): Promise<string> {
  if (serviceAccount === undefined || serviceAccount === '')
    throw new Failure('Say which service account: --service-account ID or TWOFOLD_SERVICE_ACCOUNT.', exits.usage, 'cli.usage')
  const metadata = await readJson(new URL('/.well-known/oauth-authorization-server', url), 'Twofold')
  if (typeof metadata['issuer'] !== 'string') throw new Failure(`There is no Twofold at ${url}.`, exits.unreachable, 'client.not_twofold')
  return `${metadata['issuer'].replace(/\/$/, '')}/service-accounts/${serviceAccount}`
}

async function requestFromGitHub(audience: string): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = process.env
  if (address === undefined || token === undefined || !URL.canParse(address))
    throw new Failure('GitHub gives this job no identity. Add to it: permissions: id-token: write', exits.notSignedIn, 'cli.no_identity')
  const request = new URL(address)
  request.searchParams.set('audience', audience)
  const { value } = await readJson(request, 'GitHub', { authorization: `Bearer ${token}` })
  if (typeof value !== 'string') throw new Failure('GitHub gave this job no identity.', exits.notSignedIn, 'cli.no_identity')
  return masked(value)
}

function readVariable(): string {
  const token = fromEnvironment('TWOFOLD_ID_TOKEN')
  if (token === undefined)
    throw new Failure('TWOFOLD_ID_TOKEN is empty. Name it under id_tokens: in the job.', exits.notSignedIn, 'cli.no_identity')
  return token
}

async function readIdentityFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    throw new Failure(`${path} cannot be read.`, exits.usage, 'cli.file_unreadable')
  }
}

async function readJson(url: URL, who: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  try {
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const read: unknown = await answer.json()
    if (typeof read !== 'object' || read === null) throw new Error('no JSON object')
    return read as Record<string, unknown>
  } catch (error) {
    const reason = error instanceof Error ? (error.cause as Error | undefined)?.message || error.message : String(error)
    throw new Failure(`${who} did not answer as expected (${reason}).`, exits.unreachable, 'client.unreachable')
  }
}
