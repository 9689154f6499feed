import type { StreamKind, StreamTarget } from '@twofold/contract/admin/streams'

/** Values of the form: the fields of every kind, as text. */
export const emptyFields = {
  host: '',
  port: '6514',
  url: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  access_key_id: '',
  secret_access_key: '',
  file_name: '',
  ca: '',
}
export type StreamFields = typeof emptyFields

/** The fields of a stream that is there. Its secret stays on the server. */
export const fieldsOf = (target: StreamTarget): StreamFields => ({
  ...emptyFields,
  ...Object.fromEntries(
    Object.entries(target)
      .filter(([name]) => name in emptyFields)
      .map(([name, value]) => [name, String(value)]),
  ),
})

export function targetOf(kind: StreamKind, fields: StreamFields): StreamTarget {
  const { host, port, url, endpoint, region, bucket, prefix, access_key_id, secret_access_key, file_name, ca } = fields
  switch (kind) {
    case 'syslog':
      return { kind, host, port: Number(port), ca }
    case 'https':
      return { kind, url, ca }
    case 's3':
      return { kind, endpoint, region, bucket, prefix, access_key_id, secret_access_key, ca }
    case 'file':
      return { kind, file_name }
  }
}
