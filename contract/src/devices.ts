import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { label } from './text-fields.ts'

const endpoint = taggedEndpoint('Devices')

/** Programs sign in by a person who approves them on a page (RFC 8628). Seconds, days and counts. */
export const deviceLimits = { codeSeconds: 600, intervalSeconds: 5, idleDays: 7, days: 30 } as const

/** Letters of a code that is typed by hand: no vowels, so that no words come about. */
export const deviceCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'

/** The code that a person types: eight letters, in any case, with or without a dash. */
export const userCodeField = z.string('Enter the code').check(
  z.trim(),
  z.overwrite((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, '')),
  z.regex(new RegExp(`^[${deviceCodeLetters}]{8}$`), 'Enter the eight letters that the program shows'),
)

export const startDeviceSignIn = endpoint('POST /oauth/device', {
  summary: 'Start a device sign-in (RFC 8628): returns the code that a person types at /device',
  takesForm: true,
  body: z.strictObject({
    /** The program's own name for itself, unverified. */
    client_id: label(60).check(z.minLength(1)),
    /** The machine's own name for itself, unverified. */
    device_name: z.optional(label(60).check(z.minLength(1))),
    scope: z.optional(z.string().check(z.maxLength(200))),
  }),
  errors: ['oauth.unauthorized_client'],
  response: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    expires_in: z.number(),
    interval: z.number(),
  }),
})

const userCode = z.strictObject({ user_code: userCodeField })

export const findDeviceSignIn = endpoint('POST /profile/devices/find', {
  summary: 'Get the program that is waiting behind a code',
  body: userCode,
  errors: ['devices.code_wrong', 'devices.other_network'],
  response: z.object({
    /** Names that the program and its machine gave themselves. */
    program: z.string(),
    device: z.nullable(z.string()),
    address: z.string(),
    is_same_network: z.boolean(),
    started_at: z.string(),
    expires_at: z.string(),
  }),
})
export type DeviceSignIn = z.infer<(typeof findDeviceSignIn)['response']>

export const approveDevice = endpoint('POST /profile/devices', {
  summary: 'Approve the sign-in of the program behind a code. Needs the PIN',
  body: userCode,
  errors: ['devices.code_wrong', 'devices.other_network'],
})

export const denyDevice = endpoint('POST /profile/devices/deny', {
  summary: 'Deny the sign-in of the program behind a code',
  body: userCode,
  errors: ['devices.code_wrong'],
})

export const device = z.object({
  id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
})
export type Device = z.infer<typeof device>

export const listDevices = endpoint('GET /profile/devices', {
  summary: 'List signed-in programs',
  response: z.object({ data: z.array(device) }),
})

export const endDevice = endpoint('DELETE /profile/devices/{id}', {
  summary: 'Sign a program out',
  errors: ['devices.not_found'],
})
