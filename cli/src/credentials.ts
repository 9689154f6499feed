import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { fromEnvironment } from './environment.ts'
import { exits, Failure } from './failure.ts'
import { exchangeIdentity } from './identity.ts'
import { readStored, requirePrivate } from './stored-credentials.ts'
import { openVault, type Vault } from './vault.ts'
import { version } from './version.ts'

/** Options of every command. */
export interface Where {
  url?: string
  tokenFile?: string
  identity?: string
  serviceAccount?: string
}

/** Name of the program when it signs in. */
export const programName = `twofold ${version}`
export const deviceName =
  hostname()
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 60) || 'a computer'

export function connect(url: string, token?: string): Vault {
  // A header cannot carry it, and the call would fail as if there were no connection.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new Failure('What was given as token is none: it has spaces, line breaks or other characters.', exits.notSignedIn, 'cli.no_token')
  try {
    return openVault({ url, userAgent: `twofold-cli/${version}`, ...(token !== undefined && { token }) })
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), exits.usage, 'cli.address')
  }
}

async function readTokenFile(path: string): Promise<string> {
  try {
    await requirePrivate(path)
    const token = (await readFile(path, 'utf8')).trim()
    // Another credential in its place would act as somebody else.
    if (token === '') throw new Failure(`${path} is empty.`, exits.notSignedIn, 'cli.no_token')
    return token
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${path} cannot be read.`, exits.usage, 'cli.file_unreadable')
  }
}

/** The token and where it counts: `--token-file`, TWOFOLD_TOKEN_FILE, TWOFOLD_TOKEN, `--identity`, then what `twofold login` kept. */
export async function findCredentials({ url: given, tokenFile, identity, serviceAccount }: Where): Promise<{ url: string; token: string }> {
  const path = tokenFile ?? fromEnvironment('TWOFOLD_TOKEN_FILE')
  const token = path === undefined ? fromEnvironment('TWOFOLD_TOKEN')?.trim() : await readTokenFile(path)
  const isGiven = token !== undefined && token !== ''
  const named = given ?? fromEnvironment('TWOFOLD_URL')
  // Left alone where it is not needed: a keychain may ask its person for a password.
  const stored = named !== undefined && (isGiven || identity !== undefined) ? undefined : await readStored()
  const url = named ?? stored?.url
  if (url === undefined && (isGiven || identity !== undefined))
    throw new Failure('Say where Twofold is: --url or TWOFOLD_URL.', exits.usage, 'cli.no_address')
  if (url === undefined) throw new Failure('You are not signed in. Run: twofold login URL', exits.notSignedIn, 'cli.not_signed_in')
  if (isGiven) return { url, token }
  if (identity !== undefined) return { url, token: await exchangeOnce(url, identity, serviceAccount) }
  // A token goes nowhere but to where it is from.
  if (stored?.token === undefined || originOf(stored.url) !== originOf(url))
    throw new Failure(`You are not signed in at ${url}. Run: twofold login ${url}`, exits.notSignedIn, 'cli.not_signed_in')
  return { url, token: stored.token }
}

export async function open(where: Where): Promise<Vault> {
  const { url, token } = await findCredentials(where)
  return connect(url, token)
}

let exchanged: Promise<string> | undefined

/** A job's identity can be exchanged only once, so the whole process shares one exchange. */
function exchangeOnce(url: string, source: string, serviceAccount = fromEnvironment('TWOFOLD_SERVICE_ACCOUNT')): Promise<string> {
  exchanged ??= exchangeIdentity(connect(url), url, { source, serviceAccount })
  return exchanged
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url
}
