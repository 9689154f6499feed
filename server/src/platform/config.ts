import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { StartError } from './start-error.ts'

const text = z.string().trim().min(1)

const booleanText = z
  .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], 'must be true or false')
  .transform((value) => ['true', '1', 'yes', 'on'].includes(value))

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`)

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://vault.example.org', abort: true })
  .refine((value) => new URL(value).pathname === '/', 'must be an address without a path, such as https://vault.example.org')
  .transform((value) => new URL(value).origin)

const addressRange = /^[0-9a-fA-F.:]+(\/\d{1,3})?$/

/** Every variable that the application reads. The README's table says the same in words. */
const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('0.0.0.0'),
  APP_URL: webAddress.optional(),
  APP_NAME: z.string().trim().min(1).max(60, 'must be at most 60 characters long').default('Twofold'),
  DATA_DIR: text.default('data').transform((path) => resolve(path)),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host:5432/twofold' })
    .optional(),
  DATABASE_POOL: wholeNumber(2, 500).default(12),
  MASTER_KEY: text.optional(),
  MASTER_KEY_FILE: text.optional(),
  MASTER_KEY_PREVIOUS: text.optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: text.optional(),
  ADMIN_PASSWORD_FILE: text.optional(),
  SIGN_UP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  EMAIL_VERIFICATION: z.enum(['auto', 'required', 'off'], 'must be auto, required or off').default('auto'),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((range) => range.trim())
        .filter(Boolean),
    )
    .refine(
      (ranges) => ranges.every((range) => addressRange.test(range)),
      'must be a comma-separated list of addresses or ranges such as 10.0.0.0/8',
    )
    .default([]),
  METRICS_TOKEN: text.min(16, 'must be at least 16 characters long').optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be trace, debug, info, warn, error, fatal or silent')
    .default('info'),
  ROLES: z
    .string()
    .transform((list) => list.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'], 'must be web, worker or both (web,worker)')).min(1))
    .default(['web', 'worker']),
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(20),
  COOKIE_SECURE: booleanText.optional(),
})

export interface Config {
  port: number
  host: string
  /** Origin under which people reach the application; links in mails are made from it, never from a request's Host. */
  appUrl: string
  appName: string
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  databasePool: number
  masterKey: { value: string | undefined; file: string | undefined; previous: string | undefined }
  admin: { email: string; password: string } | undefined
  signUp: 'open' | 'invite' | 'closed'
  emailVerification: 'auto' | 'required' | 'off'
  trustedProxies: string[]
  metricsToken: string | undefined
  logLevel: string
  roles: readonly ('web' | 'worker')[]
  shutdownSeconds: number
  /** Cookies carry Secure and the `__Host-` prefix. */
  secureCookies: boolean
}

/** A setting that stops the start. The message is a sentence for the person who started the application. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** Reads the configuration from the environment. Empty variables count as absent. Throws a ConfigError that names every wrong one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = variables.safeParse(present)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'))
  }
  const read = parsed.data
  const appUrl = read.APP_URL ?? `http://localhost:${read.PORT}`
  return {
    port: read.PORT,
    host: read.HOST,
    appUrl,
    appName: read.APP_NAME,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databasePool: read.DATABASE_POOL,
    masterKey: { value: read.MASTER_KEY, file: read.MASTER_KEY_FILE, previous: read.MASTER_KEY_PREVIOUS },
    admin: readAdmin(read),
    signUp: read.SIGN_UP,
    emailVerification: read.EMAIL_VERIFICATION,
    trustedProxies: read.TRUSTED_PROXIES,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
    roles: read.ROLES,
    shutdownSeconds: read.SHUTDOWN_SECONDS,
    secureCookies: read.COOKIE_SECURE ?? appUrl.startsWith('https:'),
  }
}

function readAdmin(read: z.infer<typeof variables>): Config['admin'] {
  if (read.ADMIN_PASSWORD !== undefined && read.ADMIN_PASSWORD_FILE !== undefined) {
    throw new ConfigError('ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set. Please set only one of them.')
  }
  const password =
    read.ADMIN_PASSWORD_FILE === undefined ? read.ADMIN_PASSWORD : readSecretFile('ADMIN_PASSWORD_FILE', read.ADMIN_PASSWORD_FILE)
  if (read.ADMIN_EMAIL === undefined && password === undefined) return undefined
  if (read.ADMIN_EMAIL === undefined) throw new ConfigError('ADMIN_PASSWORD is set, but ADMIN_EMAIL is not.')
  if (password === undefined) throw new ConfigError('ADMIN_EMAIL is set, but neither ADMIN_PASSWORD nor ADMIN_PASSWORD_FILE is.')
  if (password.length < 8) throw new ConfigError('ADMIN_PASSWORD must be at least 8 characters long.')
  return { email: read.ADMIN_EMAIL, password }
}

/** A file whose content is one secret; the newline that editors add at its end does not count. */
function readSecretFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError(`${variable} names a file that cannot be read: ${(error as Error).message}.`)
  }
}
