import { sameAddress } from '@twofold/contract/email-address'
import { createStoredValue } from '../../lib/stored-setting.ts'

const most = 10

const stored = createStoredValue('email_test_addresses', { read, write: JSON.stringify })

/** Addresses that tests were sent to from this browser, the latest first. */
export const testAddresses = { get: stored.get, subscribe: stored.subscribe }

/** Moves `address` to the top. */
export const rememberAddress = (address: string): void => stored.set(withAddress(stored.get(), address))

export function withAddress(addresses: readonly string[], address: string): string[] {
  const others = addresses.filter((one) => !sameAddress(one, address))
  return [address, ...others].slice(0, most)
}

function read(text: string | null): string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}
