import { type DestinationStream, type Logger, pino } from 'pino'
import { createLogOutput } from './log-output.ts'
import { version } from './version.ts'

export type Log = Logger

/** Field names that may hold a secret in logged objects. Their values are redacted. */
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

/** Error fields in which PostgreSQL repeats values of the failed statement. */
const repeatedValues = ['err.detail', 'err.where', 'err.cause.detail', 'err.cause.where']

const paths = secretNames.flatMap((name) => {
  const key = /^\w+$/.test(name) ? name : `["${name}"]`
  const below = key.startsWith('[') ? key : `.${key}`
  return [key, `*${below}`, `*.*${below}`]
})

let output: DestinationStream | undefined

/** JSON lines on standard output. `level` is one of pino's. */
export function createLog(level: string, destination: DestinationStream = (output ??= createLogOutput())): Log {
  const options = {
    level,
    base: { name: 'twofold', version, pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: [...paths, ...repeatedValues], censor: '[redacted]' },
  }
  return pino(options, destination)
}
