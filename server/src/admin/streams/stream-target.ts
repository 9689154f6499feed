import type { StreamTarget } from '@twofold/contract/admin/streams'
import { type Place, placeOf } from '../../platform/outbound/require-reachable.ts'
import { newSigningSecret } from '../../platform/outbound/sign-webhook.ts'

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

/** Host of a stream's target, and the field with it. Undefined: the target is on this machine. */
export function placeOfTarget(target: StreamTarget): (Place & { field: string }) | undefined {
  switch (target.kind) {
    case 'syslog':
      return { field: 'target.host', host: target.host, port: '' }
    case 'https':
      return { field: 'target.url', ...placeOf(target.url) }
    case 's3':
      return { field: 'target.endpoint', ...placeOf(target.endpoint) }
    case 'file':
      return undefined
  }
}

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
