import { resolve } from 'node:path'
import { emailField } from '@twofold/contract/accounts'
import * as z from 'zod'
import { isAgeRecipient } from './age-recipients.ts'
import { offSiteSecrets, offSiteVariables } from './config-off-site.ts'
import { tracingSecrets, tracingVariables } from './config-tracing.ts'
import {
  booleanText,
  databaseAddress,
  isHostName,
  isSafeAddress,
  issuerAddress,
  list,
  listOf,
  readMailbox,
  readTimeServer,
  text,
  webAddress,
  wholeNumber,
} from './config-values.ts'
import { parseNetwork } from './networks.ts'
import { fileVariablesOf } from './secret-files.ts'

/** All variables with a secret, and no others: each can name a file instead, and none is ever shown. */
const secrets = {
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  MASTER_KEY: text.optional(),
  MASTER_KEY_PREVIOUS: text.optional(),
  ADMIN_PASSWORD: z.string().optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  FACEBOOK_CLIENT_SECRET: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  ZEPTOMAIL_WEBHOOK_KEY: list.refine((keys) => keys.every((key) => key.length >= 8), 'must be at least 8 characters long').default([]),
  BACKUP_PASSWORD: text.optional(),
  BACKUP_AGE_KEY: text
    .transform((file) => file.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-')))
    .refine((keys) => keys.length > 0, 'must be a secret key of age, beginning with AGE-SECRET-KEY-')
    .optional(),
  METRICS_TOKEN: text.min(16, 'must be at least 16 characters long').optional(),
  ...offSiteSecrets,
  ...tracingSecrets,
}

/** Settings that anyone with access to the machine may read. */
const settings = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('0.0.0.0'),
  APP_URL: webAddress.optional(),
  APP_NAME: z.string().trim().min(1).max(60, 'must be at most 60 characters long').default('Twofold'),
  DATA_DIR: text.default('data').transform((path) => resolve(path)),
  DATABASE_POOLER: z.enum(['none', 'session', 'transaction'], 'must be none, session or transaction').default('none'),
  DATABASE_POOL: wholeNumber(2, 500).default(12),
  DATABASE_PREPARE: booleanText.optional(),
  DATABASE_TIMEOUT_SECONDS: wholeNumber(1, 60).default(2),
  POSTGRES_BEFORE: text.transform((path) => resolve(path)).optional(),
  ADMIN_EMAIL: text.refine((address) => emailField.safeParse(address).success, 'must be an e-mail address').optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  FACEBOOK_CLIENT_ID: text.optional(),
  OIDC_ISSUER: issuerAddress.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_NAME: z.string().trim().min(1).max(30, 'must be at most 30 characters long').default('Single sign-on'),
  APPROVALS: z.enum(['required', 'none'], 'must be required or none').default('required'),
  SIGN_UP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  DEVICE_SIGN_IN: z.enum(['same-network', 'any', 'off'], 'must be same-network, any or off').default('any'),
  EMAIL_VERIFICATION: z.enum(['auto', 'required', 'off'], 'must be auto, required or off').default('auto'),
  HIBP_URL: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/, error: 'must be off, or an address to which a prefix can be added' })])
    .default('https://api.pwnedpasswords.com/range/'),
  TRUSTED_PROXIES: listOf('addresses or ranges such as 10.0.0.0/8')
    .refine(
      (ranges) => !ranges.some((range) => parseNetwork(range)?.endsWith('/0')),
      'must not trust every address: whoever is no proxy could claim any address',
    )
    .default([]),
  EMAIL_ALLOW_PRIVATE_HOSTS: listOf('host names, addresses or ranges such as mail.example.lan,10.0.0.0/8', isHostName).default([]),
  OUTBOUND_ALLOW: listOf('host names, addresses or ranges such as siem.example.lan,10.0.0.0/8', isHostName).default([]),
  EMAIL_FROM: text
    .refine((sender) => readMailbox(sender) !== undefined, 'must be an e-mail address, or a name with one: Twofold <vault@example.org>')
    .optional(),
  SES_TOPIC_ARNS: list
    .refine(
      (topics) => topics.every((topic) => /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(topic)),
      'must be a comma-separated list of SNS topics such as arn:aws:sns:eu-west-1:123456789012:mail-events',
    )
    .default([]),
  BACKUP_AGE_RECIPIENTS: list
    .refine((all) => all.every(isAgeRecipient), 'must be a comma-separated list of public keys of age, each beginning with age1')
    .default([]),
  ...offSiteVariables,
  NTP_SERVER: text
    .refine((server) => readTimeServer(server) !== undefined, 'must be a host name or an address, such as pool.ntp.org or 192.0.2.1:123')
    .optional(),
  UPDATE_FEED_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address of a release feed, such as https://example.org/releases.json', abort: true })
    .refine(isSafeAddress, 'must be an https address; http is only for a feed on this machine')
    .optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  ...tracingVariables,
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
}

/** Every variable that the application reads. config-meanings.ts says what each means, and docs/configuration.md is written from both. */
export const variables = z.object({ ...settings, ...secrets, ...fileVariablesOf(secrets) })

/** Misspelled, any of these would found another installation or protect less than was asked for, and nobody would notice. */
export const mustNotBeMissed = [
  'DATABASE_URL',
  'MASTER_KEY',
  'BACKUP_PASSWORD',
  'BACKUP_AGE_RECIPIENTS',
  'SIGN_UP',
  'EMAIL_VERIFICATION',
  'DEVICE_SIGN_IN',
  'TRUSTED_PROXIES',
  'COOKIE_SECURE',
] as const satisfies readonly (keyof typeof settings | keyof typeof secrets)[]

export const secretNames = Object.keys(secrets) as readonly (keyof typeof secrets)[]

export type Variables = z.infer<typeof variables>
