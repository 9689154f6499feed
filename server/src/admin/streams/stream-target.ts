import type { StreamTarget } from '@twofold/contract/admin/streams'
import { newSigningSecret } from '../../platform/outbound/standard-webhook.ts'

/** Absent where it is the usual one. */
const httpsPort = 443

/** A target in two parts: what everybody may see, and what is sealed. `kept`: the secret as it was, of the same kind. */
export function splitTarget(target: StreamTarget, kept: string | undefined): { configuration: object; secret: string | undefined } {
  switch (target.kind) {
    case 'syslog':
    case 'file':
      return { configuration: withoutEmpty(target), secret: undefined }
    case 'https':
      return { configuration: withoutEmpty(target), secret: kept ?? newSigningSecret() }
    case 's3': {
      const { secret_access_key: given, ...rest } = target
      return { configuration: withoutEmpty(rest), secret: given || kept }
    }
  }
}

function withoutEmpty<T extends object>({ ...fields }: T): object {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name !== 'kind' && value !== undefined && value !== ''))
}

/** The host that a stream goes to and the port, where that is not the usual one. Undefined: it stays on the machine. */
export function hostOf(target: StreamTarget): { host: string; field: string; unusualPort: number | undefined } | undefined {
  if (target.kind === 'file') return undefined
  if (target.kind === 'syslog') return { host: target.host, field: 'target.host', unusualPort: undefined }
  const field = target.kind === 's3' ? 'endpoint' : 'url'
  const url = new URL(target.kind === 's3' ? target.endpoint : target.url)
  const port = url.port === '' ? httpsPort : Number(url.port)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    field: `target.${field}`,
    unusualPort: port === httpsPort ? undefined : port,
  }
}

/** As a person recognizes it. */
export function destinationOf(target: StreamTarget): string {
  switch (target.kind) {
    case 'syslog':
      return `${target.host}:${target.port}`
    case 'https':
      return target.url
    case 's3':
      return `${new URL(target.endpoint).host}/${target.bucket}${target.prefix ? `/${target.prefix}` : ''}`
    case 'file':
      return `audit-streams/${target.file_name}`
  }
}
