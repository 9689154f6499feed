import * as z from 'zod'
import { isSafeAddress, text } from './config-values.ts'
import { readTogether } from './config-together.ts'

/** A bucket that speaks S3. */
export interface OffSiteTarget {
  /** Without a trailing slash. */
  endpoint: string
  bucket: string
  prefix: string
  region: string
  accessKey: string
  secretKey: string
}

export const offSiteVariables = {
  // Requests are signed, but without TLS anybody on the way could keep them from arriving, or answer for the service.
  S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of an S3 service, such as https://s3.eu-central-1.amazonaws.com',
      abort: true,
    })
    .refine((address) => !/[?#@]/.test(address), 'must be an address without a password, a question mark or a fragment')
    .refine(isSafeAddress, 'must be an https address; http is only for a service on this machine')
    .optional(),
  S3_BUCKET: text.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, 'must be the name of a bucket, such as twofold-backups').optional(),
  S3_PREFIX: text
    .regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/, 'must be letters, digits, dots, hyphens and underscores, with / between folders')
    .default('twofold'),
  S3_REGION: text.regex(/^[a-z0-9-]+$/, 'must be the name of a region, such as eu-central-1').default('us-east-1'),
}

export const offSiteSecrets = { S3_ACCESS_KEY: text.optional(), S3_SECRET_KEY: text.optional() }

/** Undefined: backups are only in the data folder. */
export function readOffSite(read: z.infer<z.ZodObject<typeof offSiteVariables & typeof offSiteSecrets>>): OffSiteTarget | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = read
  const set = readTogether({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY })
  return (
    set && {
      endpoint: set.S3_ENDPOINT.replace(/\/+$/, ''),
      bucket: set.S3_BUCKET,
      prefix: read.S3_PREFIX,
      region: read.S3_REGION,
      accessKey: set.S3_ACCESS_KEY,
      secretKey: set.S3_SECRET_KEY,
    }
  )
}
