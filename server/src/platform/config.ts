import { resolve } from 'node:path'
import { emailField, newPasswordField } from '@twofold/contract/accounts'
import * as z from 'zod'
import {
  booleanText,
  databaseAddress,
  hostName,
  isAddressRange,
  isSafeAddress,
  issuerAddress,
  list,
  readMailbox,
  readTimeServer,
  text,
  webAddress,
  wholeNumber,
} from './config-values.ts'
import { isAgeRecipient } from './backup/age-recipients.ts'
import { roleOf } from './connection.ts'
import { ConfigError, readTogether } from './config-together.ts'
import { offSiteVariables, readOffSite } from './config-off-site.ts'
import type { OffSiteTarget } from './config-off-site.ts'
import { fileVariables, readSecretFiles } from './secret-files.ts'

/** Every variable that the application reads. config-meanings.ts says what each means, and docs/configuration.md is written from both. */
export const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('0.0.0.0'),
  APP_URL: webAddress.optional(),
  APP_NAME: z.string().trim().min(1).max(60, 'must be at most 60 characters long').default('Twofold'),
  DATA_DIR: text.default('data').transform((path) => resolve(path)),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_POOLER: z.enum(['none', 'session', 'transaction'], 'must be none, session or transaction').default('none'),
  DATABASE_POOL: wholeNumber(2, 500).default(12),
  DATABASE_PREPARE: booleanText.optional(),
  MASTER_KEY: text.optional(),
  MASTER_KEY_FILE: text.optional(),
  MASTER_KEY_PREVIOUS: text.optional(),
  ADMIN_EMAIL: text.refine((address) => emailField.safeParse(address).success, 'must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  FACEBOOK_CLIENT_ID: text.optional(),
  FACEBOOK_CLIENT_SECRET: text.optional(),
  OIDC_ISSUER: issuerAddress.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: z.string().trim().min(1).max(30, 'must be at most 30 characters long').default('Single sign-on'),
  APPROVALS: z.enum(['required', 'none'], 'must be required or none').default('required'),
  SIGN_UP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  DEVICE_SIGN_IN: z.enum(['same-network', 'any', 'off'], 'must be same-network, any or off').default('any'),
  EMAIL_VERIFICATION: z.enum(['auto', 'required', 'off'], 'must be auto, required or off').default('auto'),
  HIBP_URL: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/, error: 'must be off, or an address to which a prefix can be added' })])
    .default('https://api.pwnedpasswords.com/range/'),
  TRUSTED_PROXIES: list
    .refine((ranges) => ranges.every(isAddressRange), 'must be a comma-separated list of addresses or ranges such as 10.0.0.0/8')
    .default([]),
  EMAIL_ALLOW_PRIVATE_HOSTS: list
    .refine(
      (hosts) => hosts.every((host) => isAddressRange(host) || hostName.test(host)),
      'must be a comma-separated list of host names, addresses or ranges such as mail.example.lan,10.0.0.0/8',
    )
    .default([]),
  OUTBOUND_ALLOW: list
    .refine(
      (hosts) => hosts.every((host) => isAddressRange(host) || hostName.test(host)),
      'must be a comma-separated list of host names, addresses or ranges such as siem.example.lan,10.0.0.0/8',
    )
    .default([]),
  EMAIL_FROM: text
    .refine((sender) => readMailbox(sender) !== undefined, 'must be an e-mail address, or a name with one: Twofold <vault@example.org>')
    .optional(),
  SES_TOPIC_ARNS: list
    .refine(
      (topics) => topics.every((topic) => /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(topic)),
      'must be a comma-separated list of SNS topics such as arn:aws:sns:eu-west-1:123456789012:mail-events',
    )
    .default([]),
  ZEPTOMAIL_WEBHOOK_KEY: list.refine((keys) => keys.every((key) => key.length >= 8), 'must be at least 8 characters long').default([]),
  BACKUP_PASSWORD: text.optional(),
  BACKUP_AGE_RECIPIENTS: list
    .refine((all) => all.every(isAgeRecipient), 'must be a comma-separated list of public keys of age, each beginning with age1')
    .default([]),
  BACKUP_AGE_KEY: text
    .transform((file) => file.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-')))
    .refine((keys) => keys.length > 0, 'must be a secret key of age, beginning with AGE-SECRET-KEY-')
    .optional(),
  ...offSiteVariables,
  NTP_SERVER: text
    .refine((server) => readTimeServer(server) !== undefined, 'must be a host name or an address, such as pool.ntp.org or 192.0.2.1:123')
    .optional(),
  UPDATE_FEED_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address of a release feed, such as https://example.org/releases.json', abort: true })
    .refine(isSafeAddress, 'must be an https address; http is only for a feed on this machine')
    .optional(),
  METRICS_TOKEN: text.min(16, 'must be at least 16 characters long').optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be trace, debug, info, warn, error, fatal or silent')
    .default('info'),
  ROLES: z
    .string()
    .transform((list) => list.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'], 'must be web, worker or both (web,worker)')).min(1))
    .default(['web', 'worker']),
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(20),
  DRAIN_SECONDS: wholeNumber(0, 120).optional(),
  AUDIT_MONTHS: wholeNumber(12, 600).optional(),
  COOKIE_SECURE: booleanText.optional(),
  ...fileVariables,
})

/** How a pooler, such as PgBouncer, hands out sessions. */
export type Pooler = 'none' | 'session' | 'transaction'

export interface Config {
  /** Names of the variables that are set: what they say, administrators cannot change. */
  setByEnvironment: readonly string[]
  port: number
  host: string
  /** Origin under which people reach the application; links in mails are made from it, never from a request's Host. */
  appUrl: string
  appName: string
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The same database, as the role that owns its tables. Undefined: the role above owns them, or somebody migrates by a command. */
  databaseOwnerUrl: string | undefined
  /** The same database past the pooler, for what needs a session of its own. Undefined: it is the same address. */
  databaseDirectUrl: string | undefined
  /** What stands between: `transaction` hands each transaction to another session. */
  databasePooler: Pooler
  databasePool: number
  /** Whether the database keeps statements by name. Poolers that hand each transaction to another connection do not. */
  isPreparing: boolean
  masterKey: { value: string | undefined; file: string | undefined; previous: string | undefined }
  admin: { email: string; password: string } | undefined
  /** Where people can sign in with an account elsewhere; only what is configured. */
  identityProviders: IdentityProviders
  /** Whether weighty acts of an administrator wait for a second one. */
  approvals: 'required' | 'none'
  /** Which programs people may sign in with a code, seen from the page on which they approve it. */
  deviceSignIn: 'same-network' | 'any' | 'off'
  signUp: 'open' | 'invite' | 'closed'
  emailVerification: 'auto' | 'required' | 'off'
  /** Where the prefix of a hash is added to, to ask for breached passwords. Undefined: nobody is asked. */
  breachRangeUrl: string | undefined
  trustedProxies: string[]
  /** Host names, addresses and ranges to which mail may go although they are not on the public Internet. */
  emailAllowPrivateHosts: string[]
  /** The same for everything else that goes out: streams of the audit log, and what issuers name besides themselves. */
  outboundAllow: string[]
  /** Who mail is from where neither its provider nor the settings say so. */
  emailFrom: { address: string; name: string | null } | undefined
  /** Topics of Amazon SNS that may tell what became of mail. Empty: the webhook does not exist. */
  sesTopicArns: string[]
  /** Authentication keys of ZeptoMail's mail agents. Empty: the webhook does not exist. */
  zeptomailWebhookKeys: string[]
  /** What backups are encrypted with; undefined: the root key. */
  backupPassword: string | undefined
  /** Of age: they can open backups as well. */
  backupRecipients: readonly string[]
  /** Secret keys of age that open backups, for restoring. */
  backupAgeKeys: readonly string[]
  /** Where backups are kept besides; undefined: only in the data folder. */
  offSite: OffSiteTarget | undefined
  /** Whose clock ours is compared with. Undefined: only with that of the database. */
  ntpServer: { host: string; port: number } | undefined
  /** Where newer releases are looked up. Undefined: nobody is asked. */
  updateFeedUrl: string | undefined
  metricsToken: string | undefined
  /** Where `/livez`, `/readyz` and `/metrics` are answered besides; undefined: nowhere. */
  metricsPort: number | undefined
  metricsHost: string
  logLevel: string
  roles: readonly ('web' | 'worker')[]
  shutdownSeconds: number
  /** How long a node that was asked to stop goes on serving while `/readyz` says so: proxies learn it before connections are refused. */
  drainSeconds: number
  /** Whole months that rows of the audit log are kept; undefined: for good. */
  auditMonths: number | undefined
  /** Cookies carry Secure and the `__Host-` prefix; undefined: when the address is https. */
  secureCookies: boolean | undefined
}

/** What a provider knows this installation by. */
export interface ClientRegistration {
  clientId: string
  clientSecret: string
}

export interface IdentityProviders {
  google?: ClientRegistration
  facebook?: ClientRegistration
  /** Any OpenID Connect issuer. */
  oidc?: ClientRegistration & { issuer: string; name: string }
}

/** Seconds: twice the interval at which proxies commonly look, and a little. */
const drainBehindProxy = 5

/** Reads the configuration from the environment. Empty variables count as absent. Throws a ConfigError that names every wrong one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const { values, problems } = readSecretFiles(present)
  const parsed = variables.safeParse(values)
  problems.push(...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}.`))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const read = parsed.data
  const appUrl = read.APP_URL ?? `http://localhost:${read.PORT}`
  return {
    setByEnvironment: Object.keys(values),
    port: read.PORT,
    host: read.HOST,
    appUrl,
    appName: read.APP_NAME,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: readOwnerUrl(read),
    databaseDirectUrl: readDirectUrl(read),
    databasePooler: read.DATABASE_POOLER,
    databasePool: read.DATABASE_POOL,
    isPreparing: read.DATABASE_PREPARE ?? read.DATABASE_POOLER !== 'transaction',
    masterKey: { value: read.MASTER_KEY, file: read.MASTER_KEY_FILE, previous: read.MASTER_KEY_PREVIOUS },
    admin: readAdmin(read),
    identityProviders: readIdentityProviders(read),
    approvals: read.APPROVALS,
    deviceSignIn: read.DEVICE_SIGN_IN,
    signUp: read.SIGN_UP,
    emailVerification: read.EMAIL_VERIFICATION,
    breachRangeUrl: read.HIBP_URL === 'off' ? undefined : read.HIBP_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    emailAllowPrivateHosts: read.EMAIL_ALLOW_PRIVATE_HOSTS,
    outboundAllow: read.OUTBOUND_ALLOW,
    emailFrom: read.EMAIL_FROM === undefined ? undefined : readMailbox(read.EMAIL_FROM),
    sesTopicArns: read.SES_TOPIC_ARNS,
    zeptomailWebhookKeys: read.ZEPTOMAIL_WEBHOOK_KEY,
    backupPassword: readBackupPassword(read),
    backupRecipients: read.BACKUP_AGE_RECIPIENTS,
    backupAgeKeys: read.BACKUP_AGE_KEY ?? [],
    offSite: readOffSite(read),
    ntpServer: read.NTP_SERVER === undefined ? undefined : readTimeServer(read.NTP_SERVER),
    updateFeedUrl: read.UPDATE_FEED_URL,
    metricsToken: read.METRICS_TOKEN,
    metricsPort: read.METRICS_PORT,
    metricsHost: read.METRICS_HOST,
    logLevel: read.LOG_LEVEL,
    roles: read.ROLES,
    shutdownSeconds: read.SHUTDOWN_SECONDS,
    drainSeconds: read.DRAIN_SECONDS ?? (read.TRUSTED_PROXIES.length > 0 ? drainBehindProxy : 0),
    auditMonths: read.AUDIT_MONTHS,
    secureCookies: read.COOKIE_SECURE,
  }
}

function readAdmin(read: z.infer<typeof variables>): Config['admin'] {
  const password = read.ADMIN_PASSWORD
  if (read.ADMIN_EMAIL === undefined && password === undefined) return undefined
  if (read.ADMIN_EMAIL === undefined) throw new ConfigError('ADMIN_PASSWORD is set, but ADMIN_EMAIL is not.')
  if (password === undefined) throw new ConfigError('ADMIN_EMAIL is set, but neither ADMIN_PASSWORD nor ADMIN_PASSWORD_FILE is.')
  const wrong = newPasswordField.safeParse(password).error?.issues[0]
  if (wrong !== undefined) throw new ConfigError(`The password of the administrator does not fit. ${wrong.message}.`)
  return { email: read.ADMIN_EMAIL, password }
}

/** What needs a session: the queue of jobs, LISTEN, migrations, rotation of keys, backups. */
function readDirectUrl(read: z.infer<typeof variables>): string | undefined {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_POOLER: pooler } = read
  const name = direct === undefined ? 'DATABASE_POOLER' : 'DATABASE_DIRECT_URL'
  if (url === undefined && (direct !== undefined || pooler !== 'none'))
    throw new ConfigError(`${name} is set, but DATABASE_URL is not. The embedded database has no pooler.`)
  if (pooler === 'transaction' && direct === undefined)
    throw new ConfigError(
      'DATABASE_POOLER is transaction, but DATABASE_DIRECT_URL is not set. Jobs, notifications between nodes, migrations and backups need an address past the pooler.',
    )
  if (direct === undefined || url === undefined) return undefined
  if (pooler === 'none')
    throw new ConfigError('DATABASE_DIRECT_URL is set, but DATABASE_POOLER is none. Set it to session or transaction, as the pooler is.')
  if (roleOf(direct) !== roleOf(url))
    throw new ConfigError('DATABASE_DIRECT_URL and DATABASE_URL name different users. Set both to the same one.')
  return direct
}

function readOwnerUrl({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }: z.infer<typeof variables>): string | undefined {
  if (owner !== undefined && url === undefined)
    throw new ConfigError('DATABASE_OWNER_URL is set, but DATABASE_URL is not. The embedded database has its two roles by itself.')
  return owner
}

/** It leaves the building with the files, where it can be guessed at without a limit. */
const shortestBackupPassword = 12

function readBackupPassword({ BACKUP_PASSWORD: password }: z.infer<typeof variables>): string | undefined {
  if (password !== undefined && password.length < shortestBackupPassword) {
    throw new ConfigError(`The password of backups must be at least ${shortestBackupPassword} characters long.`)
  }
  return password
}

function readIdentityProviders(read: z.infer<typeof variables>): IdentityProviders {
  const google = readTogether({ GOOGLE_CLIENT_ID: read.GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: read.GOOGLE_CLIENT_SECRET })
  const facebook = readTogether({ FACEBOOK_CLIENT_ID: read.FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET: read.FACEBOOK_CLIENT_SECRET })
  const oidc = readTogether({
    OIDC_ISSUER: read.OIDC_ISSUER,
    OIDC_CLIENT_ID: read.OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET: read.OIDC_CLIENT_SECRET,
  })
  return {
    ...(google && { google: { clientId: google.GOOGLE_CLIENT_ID, clientSecret: google.GOOGLE_CLIENT_SECRET } }),
    ...(facebook && { facebook: { clientId: facebook.FACEBOOK_CLIENT_ID, clientSecret: facebook.FACEBOOK_CLIENT_SECRET } }),
    ...(oidc && {
      oidc: { issuer: oidc.OIDC_ISSUER, name: read.OIDC_NAME, clientId: oidc.OIDC_CLIENT_ID, clientSecret: oidc.OIDC_CLIENT_SECRET },
    }),
  }
}
