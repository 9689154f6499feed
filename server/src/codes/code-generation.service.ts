import { type GeneratedCode, noCode } from '@twofold/contract/codes'
import type { KeyKind } from '@twofold/contract/keys'
import { secretPlace } from '../keys/secret-place.ts'
import type { DataKey } from '../platform/crypto/crypto.ts'
import type { SessionWithKeys, VisibleKey } from './codes.repository.ts'
import { createKnownCodes } from './known-codes.ts'
import { type OtpSecret, prepareSecret, timeRemaining, windowAt } from '../platform/otp.ts'
import type { CodesServiceDeps } from './codes.service.ts'

export function createCodeGeneration(deps: CodesServiceDeps) {
  const knownCodes = createKnownCodes()

  /** One unreadable key must not hide the codes of all others. */
  function codeOf(key: VisibleKey, dataKeys: (ownerId: string) => DataKey, time: number): GeneratedCode {
    const [id, owner, kind, algorithm, digits, period, sealed, isExclusive] = key
    if (period === null) return { id, code: noCode, next_code: null, period, time_remaining: null }
    const time_remaining = timeRemaining(time, period)
    if (isExclusive === true) return { id, code: noCode, next_code: null, period, time_remaining }
    try {
      const window = windowAt(time, period)
      const { code, next_code } = knownCodes(key, window, time, () => {
        const place = secretPlace({ id, owner_id: owner, kind, algorithm, digits, period })
        const bytes = dataKeys(owner).open(place, Buffer.from(sealed, 'base64'))
        const secret = prepareSecret(bytes, algorithm)
        return { code: show(secret, kind, window, digits), next_code: show(secret, kind, window + 1, digits) }
      })
      return { id, code, next_code, period, time_remaining }
    } catch (error) {
      deps.log.error({ err: error, key: id }, 'the secret of a key cannot be read')
      return { id, code: noCode, next_code: null, period, time_remaining }
    }
  }

  function openOwners(found: SessionWithKeys): (ownerId: string) => DataKey {
    const opened = new Map<string, DataKey>()
    return (ownerId) => {
      const known = opened.get(ownerId)
      if (known !== undefined) return known
      const dataKey = deps.crypto.openDataKey(Buffer.from(found.data_keys[ownerId] ?? '', 'base64'), ownerId)
      opened.set(ownerId, dataKey)
      return dataKey
    }
  }

  return { codeOf, openOwners }
}

function show(secret: OtpSecret, kind: KeyKind, window: number, digits: number): string {
  return kind === 'steam' ? secret.steamCode(window) : secret.code(window, digits)
}
