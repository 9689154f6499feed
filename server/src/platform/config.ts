import { readAdmin, readIdentityProviders, type IdentityProviders } from './config-accounts.ts'
import { readDirectUrl, readOwnerUrl } from './config-database.ts'
import { type OffSiteTarget, readOffSite } from './config-off-site.ts'
import { ConfigError } from './config-together.ts'
import { findMisspelled } from './config-spelling.ts'
import { readTracing, type TracingTarget } from './config-tracing.ts'
import { readMailbox, readTimeServer } from './config-values.ts'
import { secretNames, variables, type Variables } from './config-variables.ts'
import { readSecretFiles } from './secret-files.ts'

/** How a pooler such as PgBouncer assigns sessions. */
export type Pooler = 'none' | 'session' | 'transaction'

export interface Config {
  /** Names of the variables that are set: what they say, administrators cannot change. */
  setByEnvironment: readonly string[]
  port: number
  host: string
  /** Public origin of the application; links in e-mails use it, never a request's Host. */
  appUrl: string
  appName: string
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The same database, as the owner of its tables. Undefined: the role above owns them, or migrations run by a command. */
  databaseOwnerUrl: string | undefined
  /** The same database without the pooler, for work that needs its own session. Undefined: the same address. */
  databaseDirectUrl: string | undefined
  /** Pooler in between: `transaction` assigns another session to each transaction. */
  databasePooler: Pooler
  databasePool: number
  /** Path to PostgreSQL's programs of the earlier major version that wrote the data folder. */
  postgresBefore: string | undefined
  /** Whether prepared statements can be used. Poolers that switch connections between transactions do not keep them. */
  isPreparing: boolean
  /** Milliseconds within which a request is answered while the database does not respond. */
  databaseTimeoutMs: number
  masterKey: { value: string | undefined; file: string | undefined; previous: string | undefined }
  admin: { email: string; password: string } | undefined
  identityProviders: IdentityProviders
  /** Whether weighty acts of an administrator wait for a second one. */
  approvals: 'required' | 'none'
  /** Which programs may sign in by device code, compared with the page that approves them. */
  deviceSignIn: 'same-network' | 'any' | 'off'
  signUp: 'open' | 'invite' | 'closed'
  emailVerification: 'auto' | 'required' | 'off'
  /** Service for breached passwords; the prefix of a hash is appended. Undefined: no check. */
  breachRangeUrl: string | undefined
  trustedProxies: string[]
  /** Host names, addresses and ranges that e-mail may go to although they are not on the public Internet. */
  emailAllowPrivateHosts: string[]
  /** The same for other outgoing connections: streams of the audit log, and hosts that issuers name. */
  outboundAllow: string[]
  /** Sender of e-mails if neither their provider nor the settings name one. */
  emailFrom: { address: string; name: string | null } | undefined
  /** Amazon SNS topics that may report delivery events. Empty: the webhook does not exist. */
  sesTopicArns: string[]
  /** Authentication keys of ZeptoMail's mail agents. Empty: the webhook does not exist. */
  zeptomailWebhookKeys: string[]
  /** Password that backups are encrypted with; undefined: the root key. */
  backupPassword: string | undefined
  /** age recipients, who can open backups as well. */
  backupRecipients: readonly string[]
  /** Secret keys of age that open backups, for restoring. */
  backupAgeKeys: readonly string[]
  /** Off-site storage for backups; undefined: only the data folder. */
  offSite: OffSiteTarget | undefined
  /** Time server that our clock is compared with. Undefined: only the database's clock. */
  ntpServer: { host: string; port: number } | undefined
  /** Feed of newer releases. Undefined: no check. */
  updateFeedUrl: string | undefined
  metricsToken: string | undefined
  /** Additional port for `/livez`, `/readyz` and `/metrics`; undefined: none. */
  metricsPort: number | undefined
  metricsHost: string
  /** Trace collector; undefined: none. */
  tracing: TracingTarget | undefined
  logLevel: string
  roles: readonly ('web' | 'worker')[]
  shutdownSeconds: number
  /** Seconds for which a stopping node keeps serving while `/readyz` reports it, so that proxies stop sending before connections are refused. */
  drainSeconds: number
  /** Whole months that rows of the audit log are kept; undefined: for good. */
  auditMonths: number | undefined
  /** Cookies carry Secure and the `__Host-` prefix; undefined: when the address is https. */
  secureCookies: boolean | undefined
}

/** Seconds: twice the interval at which proxies commonly look, and a little. */
const drainBehindProxy = 5

/**
 * Reads the configuration from the environment. Empty variables count as absent. Throws a ConfigError that names every wrong one. `warn` gets a
 * sentence for each variable that looks like a misspelled one.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  warn: (sentence: string) => void = console.error,
): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const { values, problems } = readSecretFiles(secretNames, present)
  const misspelled = findMisspelled(present)
  for (const sentence of misspelled.warnings) warn(sentence)
  problems.push(...misspelled.problems)
  const parsed = variables.safeParse(values)
  // A list with several wrong parts is one wrong value.
  problems.push(...new Set((parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}.`)))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const read = parsed.data
  /** Settings that have to agree with others; those that do not are named together as well. */
  const together = <Value>(reader: (from: Variables) => Value): Value => {
    try {
      return reader(read)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      return undefined as never
    }
  }
  const appUrl = read.APP_URL ?? `http://localhost:${read.PORT}`
  const config = {
    setByEnvironment: Object.keys(values),
    port: read.PORT,
    host: read.HOST,
    appUrl,
    appName: read.APP_NAME,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: together(readOwnerUrl),
    databaseDirectUrl: together(readDirectUrl),
    databasePooler: read.DATABASE_POOLER,
    databasePool: read.DATABASE_POOL,
    postgresBefore: read.POSTGRES_BEFORE,
    isPreparing: read.DATABASE_PREPARE ?? read.DATABASE_POOLER !== 'transaction',
    databaseTimeoutMs: read.DATABASE_TIMEOUT_SECONDS * 1000,
    masterKey: { value: read.MASTER_KEY, file: read.MASTER_KEY_FILE, previous: read.MASTER_KEY_PREVIOUS },
    admin: together(readAdmin),
    identityProviders: together(readIdentityProviders),
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
    backupPassword: together(readBackupPassword),
    backupRecipients: read.BACKUP_AGE_RECIPIENTS,
    backupAgeKeys: read.BACKUP_AGE_KEY ?? [],
    offSite: together(readOffSite),
    ntpServer: read.NTP_SERVER === undefined ? undefined : readTimeServer(read.NTP_SERVER),
    updateFeedUrl: read.UPDATE_FEED_URL,
    metricsToken: read.METRICS_TOKEN,
    metricsPort: together(readMetricsPort),
    metricsHost: read.METRICS_HOST,
    tracing: together(readTracing),
    logLevel: read.LOG_LEVEL,
    roles: read.ROLES,
    shutdownSeconds: read.SHUTDOWN_SECONDS,
    drainSeconds: read.DRAIN_SECONDS ?? (read.TRUSTED_PROXIES.length > 0 ? drainBehindProxy : 0),
    auditMonths: read.AUDIT_MONTHS,
    secureCookies: read.COOKIE_SECURE,
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function readMetricsPort({ PORT, HOST, METRICS_PORT, METRICS_HOST }: Variables): number | undefined {
  const isShared = HOST === METRICS_HOST || [HOST, METRICS_HOST].some((host) => everywhere.has(host))
  if (METRICS_PORT === PORT && PORT !== 0 && isShared) throw new ConfigError('METRICS_PORT must be another number than PORT.')
  return METRICS_PORT
}

/** The password leaves the machine with the files, where it can be guessed offline. */
const shortestBackupPassword = 12

function readBackupPassword({ BACKUP_PASSWORD: password }: Variables): string | undefined {
  if (password !== undefined && password.length < shortestBackupPassword) {
    throw new ConfigError(`BACKUP_PASSWORD must be at least ${shortestBackupPassword} characters long.`)
  }
  return password
}
