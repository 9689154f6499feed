import * as z from 'zod/mini'
import { pinField } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** One right PIN opens what leaves the vault for this long, in that session. */
export const pinValidMinutes = 5

/** Wrong PINs until it is locked, for how long, and until it is void. */
export const pinLimits = { lockedAfter: 5, lockedMinutes: 15, voidAfter: 10 } as const

export const verifyPin = endpoint({
  method: 'POST',
  path: '/pin/verify',
  tag: 'PIN',
  summary: 'Open what leaves the vault for five minutes, in this session',
  body: z.strictObject({ pin: pinField }),
  response: z.object({ valid_until: z.string() }),
})
