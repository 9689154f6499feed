import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { certificateAuthority, httpsAddress } from '../outbound.ts'
import { label } from '../text-fields.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { isStorable } from '../hidden-characters.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Audit log')

const line = (maximum: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), z.refine(hasNoControlCharacters), z.refine(isStorable))

const address = httpsAddress({ hasQuery: false })

const hostName = line(253).check(z.regex(/^[A-Za-z0-9.:_-]+$/, 'Please enter a host name or an address'))

/** Target of a stream. Secrets are write-only: absent or empty in a PUT keeps the stored one. */
export const streamTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('syslog'),
    host: hostName,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    ca: certificateAuthority,
  }),
  z.strictObject({ kind: z.literal('https'), url: address, ca: certificateAuthority }),
  z.strictObject({
    kind: z.literal('s3'),
    endpoint: address,
    region: line(60).check(z.regex(/^[a-z0-9-]+$/, 'Please enter a region such as eu-central-1')),
    bucket: line(63).check(z.regex(/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/, 'Please enter the name of a bucket')),
    prefix: z.optional(
      z.string().check(
        z.trim(),
        z.maxLength(200),
        // Unambiguous on purpose: otherwise a long name would backtrack exponentially.
        z.regex(
          /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?)?$/,
          'Letters, digits, dots, dashes and slashes only',
        ),
      ),
    ),
    access_key_id: line(200),
    secret_access_key: z.optional(z.string().check(z.maxLength(500), z.refine(hasNoControlCharacters))),
    ca: certificateAuthority,
  }),
  z.strictObject({
    kind: z.literal('file'),
    file_name: line(80).check(z.regex(/^[a-z0-9][a-z0-9._-]*\.jsonl$/, 'Please enter a file name that ends in .jsonl')),
  }),
])
export type StreamTarget = z.infer<typeof streamTarget>
export type StreamKind = StreamTarget['kind']

export const streamKinds = ['syslog', 'https', 's3', 'file'] as const satisfies readonly StreamKind[]

/** State of a stream. `starting`: it has not sent anything yet. */
export const streamState = z.enum(['starting', 'working', 'behind', 'failing', 'paused'])

export const auditStream = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(streamKinds),
  is_active: z.boolean(),
  /** Without secrets. */
  target: streamTarget,
  /** Host, address, bucket or file, as text. */
  destination: z.string(),
  state: streamState,
  /** The last row of the chain that the receiver has; 0: none. */
  sent_sequence: z.number(),
  sent_at: z.nullable(z.string()),
  /** Rows that are linked and not sent, and for how many seconds the oldest of them could have been. */
  waiting: z.number(),
  lag_seconds: z.nullable(z.number()),
  failing_since: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  next_try_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type AuditStream = z.infer<typeof auditStream>

const name = label(100).check(z.minLength(1))

export const listStreams = endpoint('GET /admin/audit/streams', {
  summary: 'List audit log streams, and the last row sent to each',
  response: z.object({ data: z.array(auditStream) }),
})

export const createStream = endpoint('POST /admin/audit/streams', {
  summary: 'Create an audit log stream, from the beginning or from now on; every administrator is notified',
  body: z.strictObject({ name, from: z._default(z.enum(['beginning', 'now']), 'now'), target: streamTarget }),
  errors: ['streams.limit', 'streams.not_found'],
  response: z.object({
    ...said,
    stream: auditStream,
    /** Secret that signs batches to an address, shown only here; null for other kinds. */
    signing_secret: z.nullable(z.string()),
  }),
  status: 201,
  idempotent: true,
})

export const changeStream = endpoint('PUT /admin/audit/streams/{id}', {
  summary: 'Change, pause or resume a stream; it continues after the last row sent',
  body: z.strictObject({ name, is_active: z.boolean(), target: streamTarget }),
  errors: ['streams.not_found'],
  response: z.object({ ...said, stream: auditStream }),
})

export const deleteStream = endpoint('DELETE /admin/audit/streams/{id}', {
  summary: 'Remove a stream; the audit log is no longer sent there',
  errors: ['streams.not_found'],
})

export const retryStream = endpoint('POST /admin/audit/streams/{id}/retry', {
  summary: 'Retry a failing stream now, before its next try is due',
  errors: ['streams.not_found'],
})
