import type * as unlocking from '../transfer/opening/unlock.ts'
import { toHex } from '../transfer/opening/bytes.ts'

/**
 * For `vi.mock` of `opening/unlock.ts` in tests that open the same file many times. A key derived from the same password, salt and cost is the same:
 * each is derived once. Everything else is the reader as it is.
 */
export function deriveOnce(real: typeof unlocking) {
  const known = new Map<string, unknown>()
  const once =
    <Given extends unknown[], Made>(name: string, derive: (...given: Given) => Made) =>
    (...given: Given): Made => {
      const key = `${name} ${JSON.stringify(given, (_, value: unknown) => (value instanceof Uint8Array ? toHex(value) : value))}`
      if (!known.has(key)) known.set(key, derive(...given))
      return known.get(key) as Made
    }
  return {
    ...real,
    deriveScrypt: once('scrypt', real.deriveScrypt),
    deriveArgon2: once('Argon2', real.deriveArgon2),
    deriveArgon2id: once('Argon2id', real.deriveArgon2id),
    derivePbkdf2: once('PBKDF2', real.derivePbkdf2),
  }
}
