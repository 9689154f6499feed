import * as z from 'zod'
import { ConfigError } from './config-together.ts'
import { isSafeAddress, text, wholeNumber } from './config-values.ts'

/** Trace collector. Undefined in the configuration: no traces. */
export interface TracingTarget {
  /** Includes its path. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  service: string
  /** Attributes of every span, in addition to those that identify the node. */
  attributes: Readonly<Record<string, string>>
  /** Share of the traces begun here that is recorded. `followsParent`: other traces follow their parent's decision. */
  sampler: { ratio: number; followsParent: boolean }
  /** Milliseconds between two requests. */
  sendEvery: number
}

const samplers = ['always_on', 'always_off', 'traceidratio'] as const

/** `name=value` with percent-encoded values, separated by commas. */
const pairs = text
  .refine((list) => list.split(',').every((pair) => readPair(pair) !== undefined), 'must be pairs such as name=value, separated by commas')
  .transform((list): Record<string, string> => Object.fromEntries(list.split(',').map((pair) => readPair(pair) ?? ['', ''])))

function readPair(pair: string): [string, string] | undefined {
  const [, name = '', value = ''] = /^\s*([\w.-]+)\s*=\s*([\x21-\x7e ]*?)\s*$/.exec(pair) ?? []
  try {
    return name === '' ? undefined : [name, decodeURIComponent(value)]
  } catch {
    return undefined
  }
}

/** The standard's names (OpenTelemetry, "Environment Variable Specification"). */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the address of an OTLP collector, such as http://127.0.0.1:4318', abort: true })
    .refine((address) => !/[?#@]/.test(address), 'must be an address without a password, a question mark or a fragment')
    .optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json, the one protocol that is spoken').default('http/json'),
  OTEL_SERVICE_NAME: text.default('twofold'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(
      samplers.flatMap((name) => [name, `parentbased_${name}` as const]),
      'must be always_on, always_off or traceidratio, or one of these after parentbased_',
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(10, 60_000).default(5000),
}

export const tracingSecrets = { OTEL_EXPORTER_OTLP_HEADERS: pairs.optional() }

export function readTracing(read: z.infer<z.ZodObject<typeof tracingVariables & typeof tracingSecrets>>): TracingTarget | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_HEADERS: headers = {}, OTEL_TRACES_SAMPLER: sampler } = read
  if (address === undefined) return undefined
  if (Object.keys(headers).length > 0 && !isSafeAddress(address)) {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS may hold a secret: OTEL_EXPORTER_OTLP_ENDPOINT must be an https address, or on this machine.',
    )
  }
  const name = sampler.replace('parentbased_', '')
  return {
    endpoint: `${address.replace(/\/+$/, '')}/v1/traces`,
    headers,
    service: read.OTEL_SERVICE_NAME,
    attributes: read.OTEL_RESOURCE_ATTRIBUTES ?? {},
    sampler: {
      ratio: name === 'traceidratio' ? read.OTEL_TRACES_SAMPLER_ARG : Number(name === 'always_on'),
      followsParent: name !== sampler,
    },
    sendEvery: read.OTEL_BSP_SCHEDULE_DELAY,
  }
}
