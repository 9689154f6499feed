import { TwofoldError } from '@twofold/client'

/** Address of the vault, and this browser's device session. */
export interface Connection {
  url: string
  token: string
}

/** Restricts storage to pages of the extension, before anything is read or written. */
export const closeStore = (): Promise<void> => chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })

export async function readConnection(): Promise<Connection | undefined> {
  await closeStore()
  const { url, token } = await chrome.storage.local.get(['url', 'token'])
  return typeof url === 'string' && typeof token === 'string' ? { url, token } : undefined
}

export async function keepConnection(connection: Connection): Promise<void> {
  await closeStore()
  await chrome.storage.local.set(connection)
}

/** The vault itself says so: a sign-in that a proxy in front of it asks for passes. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof TwofoldError && error.status === 401 && error.code !== 'client.not_twofold'

export const forgetConnection = (): Promise<void> => chrome.storage.local.clear()
