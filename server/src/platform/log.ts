import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

import { version } from './version.ts'

export type Log = Logger

/** Names under which a secret may turn up in something that is logged. Whatever stands there is replaced. */
const secretNames = [
  'password',
  'password_confirmation',
  'new_password',
  'current_password',
  'pin',
  'new_pin',
  'current_pin',
  'secret',
  'uri',
  'token',
  'access_token',
  'next_code',
  'authorization',
  'cookie',
  'set-cookie',
  'x-xsrf-token',
  'masterKey',
  'databaseUrl',
  'connectionString',
]

/** Where PostgreSQL repeats the values of the statement that failed. */
const repeatedValues = ['err.detail', 'err.where', 'err.cause.detail', 'err.cause.where']

const paths = secretNames.flatMap((name) => {
  const key = /^\w+$/.test(name) ? name : `["${name}"]`
  const below = key.startsWith('[') ? key : `.${key}`
  return [key, `*${below}`, `*.*${below}`]
})

/** JSON lines on standard output. `level` is one of pino's. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { name: 'twofold', version, pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: [...paths, ...repeatedValues], censor: '[redacted]' },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
