import { browserStorage } from '../../lib/browser-storage.ts'
import { createLiveValue } from '../../lib/live-value.ts'

const key = 'email_test_addresses'
const most = 10

const stored = createLiveValue<readonly string[]>(read())

/** Addresses that tests were sent to from this browser, the latest first. */
export const testAddresses = { get: stored.get, subscribe: stored.subscribe }

/** Puts `address` on top, where it may have stood further down already. */
export function rememberAddress(address: string): void {
  const next = withAddress(stored.get(), address)
  stored.set(next)
  browserStorage()?.setItem(key, JSON.stringify(next))
}

export function withAddress(addresses: readonly string[], address: string): string[] {
  const others = addresses.filter((one) => one.toLowerCase() !== address.toLowerCase())
  return [address, ...others].slice(0, most)
}

function read(): string[] {
  try {
    const found: unknown = JSON.parse(browserStorage()?.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}
