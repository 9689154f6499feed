import { generateCodes, noCode } from '@twofold/contract/codes'
import { listGroups } from '@twofold/contract/sharing/memberships'
import { listKeys, listRemovedLinks, type OwnKey, type SharedKey } from '@twofold/contract/keys'
import { listReviews } from '@twofold/contract/reviews'
import { listServiceAccounts } from '@twofold/contract/service-accounts'
import { listEndedKeys } from '@twofold/contract/sharing/ended-keys'
import { listContacts, listShares } from '@twofold/contract/sharing/grants'
import { findOffer, listOffers } from '@twofold/contract/sharing/hand-over'
import type { CurrentUser } from '@twofold/contract/sessions'
import type { Said } from './example.ts'
import { signIn } from './open.tsx'
import { serve, serveByDefault } from './server.ts'

/** An id of the right form, the same for the same number. */
export const idOf = (number: number) => `0198f000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Seconds left of a window of `period` seconds at `time`, in milliseconds. */
const remaining = (time: number, period: number) => period - (Math.floor(time / 1000) % period)

/** The clock of a server on which a window of 30 seconds began two seconds before it was first asked: no code turns while a test looks. */
function earlyClock(): () => number {
  let ahead: number | undefined
  return () => {
    ahead ??= 2_000 - (Date.now() % 30_000)
    return Date.now() + ahead
  }
}

/** A person who has these keys is signed in. Each shows the code `123 456`, and `654 321` next. `own_keys` and `shared_keys` may be changed as the server would. */
export function signInWithKeys(own: Said<OwnKey>[] = [], shared: Said<SharedKey>[] = [], who: Partial<CurrentUser> = {}) {
  const full = <Key>(keys: Said<Key>[], first: number) =>
    keys.map((key, index): Said<Key> & { id: string } => ({ id: idOf(first + index), type: 'totp', digits: 6, period: 30, ...key }))
  const [own_keys, shared_keys] = [full(own, 100), full(shared, 200)]
  serve(listKeys, () => ({ own_keys, shared_keys }))
  const clock = earlyClock()
  serve(generateCodes, () => {
    const now = clock()
    const codes = [...own_keys, ...shared_keys].map(({ id, type, period: said }) => {
      const period = said ?? 30
      return type === 'hotp'
        ? { id, code: noCode }
        : { id, code: '123456', next_code: '654321', period, time_remaining: remaining(now, period) }
    })
    return { codes, time_remaining: remaining(now, 30), server_time: new Date(now).toISOString() }
  })
  serve(listOffers, {})
  serveByDefault(listEndedKeys, {})
  serveByDefault(listShares, {})
  serveByDefault(listContacts, { is_mail_available: true })
  serveByDefault(listServiceAccounts, {})
  serveByDefault(findOffer, {})
  serve(listReviews, {})
  serve(listGroups, {})
  serve(listRemovedLinks, {})
  return { ...signIn(who), own_keys, shared_keys }
}
