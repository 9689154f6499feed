import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { type ProviderKind, unchangedSince } from '../mail-design/mail-terms.ts'
import { label } from '../text-fields.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { isStorable } from '../hidden-characters.ts'
import { done, said } from '../said.ts'

/** Regions, ports and encryptions that the forms offer. */
export const sesRegions = ['us-east-1', 'us-west-2', 'eu-west-1', 'ap-southeast-1', 'ap-northeast-1'] as const
export const smtpPorts = [25, 587, 465, 2525] as const
export const smtpEncryption = z.enum(['none', 'tls', 'ssl'])

/** ZeptoMail's endpoints; no other is ever called. The first one is the default. */
export const zeptomailEndpoints = [
  'https://api.zeptomail.com/v1.1/email',
  'https://api.zeptomail.eu/v1.1/email',
  'https://api.zeptomail.in/v1.1/email',
  'https://api.zeptomail.com.au/v1.1/email',
  'https://api.zeptomail.jp/v1.1/email',
  'https://api.zeptomail.ca/v1.1/email',
  'https://api.zeptomail.sa/v1.1/email',
  'https://api.zeptomail.com.cn/v1.1/email',
] as const

const textOf = (maximum: number) => z.string().check(z.trim(), z.maxLength(maximum), z.refine(hasNoControlCharacters), z.refine(isStorable))
const line = (maximum: number) => textOf(maximum).check(z.minLength(1))

/** Sender of the e-mail; empty: the installation's. */
const sender = { from_email: z.optional(z.union([z.literal(''), emailField])), from_name: z.optional(label(100)) }

/** A secret is write-only. Absent or empty in a PUT keeps the stored one, unless the host changed. */
const secret = z.optional(z.string().check(z.maxLength(2000), z.refine(hasNoControlCharacters)))

export const sesConfiguration = z.strictObject({
  key: line(200),
  secret,
  region: line(40).check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/)),
  ...sender,
})
export const smtpConfiguration = z.strictObject({
  host: line(253),
  port: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535)),
  username: line(320),
  password: secret,
  encryption: z._default(smtpEncryption, 'tls'),
  ...sender,
})
export const zohoConfiguration = z.strictObject({
  api_key: secret,
  from_email: emailField,
  from_name: z.optional(label(100)),
  api_endpoint: z.optional(z.union([z.literal(''), z.enum(zeptomailEndpoints)])),
})

export type SesConfiguration = z.infer<typeof sesConfiguration>
export type SmtpConfiguration = z.infer<typeof smtpConfiguration>
export type ZohoConfiguration = z.infer<typeof zohoConfiguration>

/** Configuration of a provider, including secrets: only ever in the server's memory, or encrypted. */
export type ProviderConfiguration =
  | { provider: 'ses'; configuration: SesConfiguration }
  | { provider: 'smtp'; configuration: SmtpConfiguration }
  | { provider: 'zoho'; configuration: ZohoConfiguration }

/** Field of the configuration that is a secret, by kind. */
export const secretField = { ses: 'secret', smtp: 'password', zoho: 'api_key' } as const satisfies Record<ProviderKind, string>

const endpoint = taggedEndpoint('E-mail providers')

/** E-mails of a limit that are kept for account and security e-mail: a tenth, rounded up, but never the whole limit. */
export const reservedOf = (limit: number): number => Math.min(Math.ceil(limit / 10), limit - 1)

const limit = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000_000))))

const editable = {
  name: label(100).check(z.minLength(1)),
  /** 1 is the highest. */
  priority: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  /** E-mails per day or hour (UTC); null: no limit. */
  daily_limit: limit,
  hourly_limit: limit,
  is_active: z.optional(z.boolean()),
  is_default: z.optional(z.boolean()),
}

/** Fields that answers add; a form that sends the whole answer back may include them, and they are ignored. */
const serverOwned = {
  id: z.optional(z.unknown()),
  has_secret: z.optional(z.unknown()),
  has_sender: z.optional(z.unknown()),
  emails_sent_today: z.optional(z.unknown()),
  emails_sent_this_hour: z.optional(z.unknown()),
  breaker: z.optional(z.unknown()),
  last_error: z.optional(z.unknown()),
  last_error_at: z.optional(z.unknown()),
  created_at: z.optional(z.unknown()),
  updated_at: z.optional(z.unknown()),
}

/** One schema per kind, so that errors in the configuration name the right field. */
const forEachKind = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  z.discriminatedUnion('provider', [
    z.strictObject({ ...fields, provider: z.literal('ses'), configuration: sesConfiguration }),
    z.strictObject({ ...fields, provider: z.literal('smtp'), configuration: smtpConfiguration }),
    z.strictObject({ ...fields, provider: z.literal('zoho'), configuration: zohoConfiguration }),
  ])

const newProvider = forEachKind(editable)
export type NewProvider = z.infer<typeof newProvider>

const changedProvider = forEachKind({ ...editable, ...serverOwned, unchanged_since: unchangedSince })
export type ChangedProvider = z.infer<typeof changedProvider>

const providerToTest = forEachKind({ ...editable, ...serverOwned, id: z.optional(z.uuid()) })
export type ProviderToTest = z.infer<typeof providerToTest>

const shared = {
  id: z.string(),
  name: z.string(),
  /** A secret is stored. It is never shown again. */
  has_secret: z.boolean(),
  priority: z.number(),
  daily_limit: z.nullable(z.number()),
  hourly_limit: z.nullable(z.number()),
  emails_sent_today: z.number(),
  emails_sent_this_hour: z.number(),
  is_active: z.boolean(),
  is_default: z.boolean(),
  /** A valid sender address is known: its own, the settings', or the installation's. Without one it sends nothing. */
  has_sender: z.boolean(),
  /** `open`: it failed too often and is skipped until then. `probing`: the next e-mail decides. */
  breaker: z.object({ state: z.enum(['closed', 'open', 'probing']), open_until: z.nullable(z.string()) }),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
}

/** A provider as administrators see it: what is secret is not even a field here. */
export const provider = z.discriminatedUnion('provider', [
  z.object({ ...shared, provider: z.literal('ses'), configuration: z.omit(sesConfiguration, { secret: true }) }),
  z.object({ ...shared, provider: z.literal('smtp'), configuration: z.omit(smtpConfiguration, { password: true }) }),
  z.object({ ...shared, provider: z.literal('zoho'), configuration: z.omit(zohoConfiguration, { api_key: true }) }),
])
export type Provider = z.infer<typeof provider>

const oneProvider = z.object({ success: z.boolean(), provider })

export const listProviders = endpoint('GET /admin/email/config', {
  summary: 'List e-mail providers, the default one first, then by priority',
  /** `has_sender`: the installation has a valid sender address, for providers that name none. `address`: its public address, which providers report to. */
  response: z.object({ success: z.boolean(), providers: z.array(provider), has_sender: z.boolean(), address: z.string() }),
})

export const getProvider = endpoint('GET /admin/email/config/{id}', {
  summary: 'Get an e-mail provider without its secret',
  errors: ['email.provider_not_found'],
  response: oneProvider,
})

export const createProvider = endpoint('POST /admin/email/config', {
  summary: 'Create an e-mail provider, by default active and not the default provider',
  status: 201,
  idempotent: true,
  body: newProvider,
  errors: ['email.provider_not_found', 'email.secret_required', 'email.secret_required_again'],
  response: z.object({ ...oneProvider.shape, ...said }),
})

export const changeProvider = endpoint('PUT /admin/email/config/{id}', {
  summary:
    'Change an e-mail provider. An omitted secret is kept, unless host, region, endpoint or user name change. With `unchanged_since`, refused if it has changed since',
  body: changedProvider,
  errors: [
    'email.changed_meanwhile',
    'email.provider_kind_fixed',
    'email.provider_not_found',
    'email.secret_required',
    'email.secret_required_again',
  ],
  response: z.object({ ...oneProvider.shape, ...said }),
})

/** Dependents of a provider, before it is deleted. */
export const providerUse = z.object({
  /** Unsent e-mails that ask for it by name. Another provider will send them. */
  mails_waiting: z.number(),
  /** E-mails being handed over to it, which are finished. */
  mails_under_way: z.number(),
  /** Names of the events and of the templates that ask for it. They ask for none then. */
  mappings: z.array(z.string()),
  templates: z.array(z.string()),
  is_default: z.boolean(),
  /** No other provider works: without it nothing is sent. */
  is_last_working: z.boolean(),
})
export type ProviderUse = z.infer<typeof providerUse>

export const getProviderUse = endpoint('GET /admin/email/config/{id}/use', {
  summary: 'List what depends on an e-mail provider, and what happens to it when the provider is deleted',
  errors: ['email.provider_not_found'],
  response: z.object({ success: z.boolean(), use: providerUse }),
})

export const deleteProvider = endpoint('DELETE /admin/email/config/{id}', {
  summary: 'Delete an e-mail provider and its secret. Queued e-mails move to another provider, or wait for one',
  errors: ['email.provider_not_found'],
  response: z.object(done),
})

export const testProvider = endpoint('POST /admin/email/config/test', {
  summary: 'Test a configuration with a real sign-in and an e-mail to yourself. `success` tells whether it works',
  body: providerToTest,
  /** `fields`: the settings that a failure is about, as paths of the body. */
  errors: ['email.provider_kind_fixed', 'email.provider_not_found', 'email.secret_required', 'email.secret_required_again'],
  response: z.object({ ...done, fields: z.optional(z.array(z.string())) }),
})
