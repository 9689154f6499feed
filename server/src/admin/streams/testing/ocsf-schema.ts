/*
 * The part of OCSF 1.8.0 that our events use (events, objects and dictionary.json of ocsf/ocsf-schema): copied from there rather than from our
 * mapper's output. An attribute that is not listed counts as unknown.
 */

type Kind = 'text' | 'number' | 'anything' | 'texts' | keyof typeof objects | `${keyof typeof objects}[]`

interface Shape {
  attributes: Readonly<Record<string, Kind>>
  required?: readonly string[]
  /** One of them is enough. */
  someOf?: readonly string[]
  enums?: Readonly<Record<string, Readonly<Record<number, string>>>>
}

const named = { name: 'text', uid: 'text' } as const

const objects = {
  user: { attributes: { ...named, email_addr: 'text', type: 'text', type_id: 'number' }, someOf: ['account', 'name', 'uid'] },
  actor: {
    attributes: { app_name: 'text', app_uid: 'text', user: 'user' },
    someOf: ['process', 'user', 'invoked_by', 'session', 'app_name', 'app_uid'],
  },
  service: { attributes: { ...named, version: 'text' }, someOf: ['name', 'uid'] },
  managed_entity: {
    attributes: { ...named, type: 'text', version: 'text' },
    someOf: ['name', 'uid', 'device', 'group', 'org', 'policy', 'user'],
  },
  resource_details: { attributes: { ...named, type: 'text' }, someOf: ['name', 'uid'] },
  api: { attributes: { operation: 'text', version: 'text' }, required: ['operation'] },
  network_endpoint: { attributes: { ...named, ip: 'text', hostname: 'text', port: 'number' }, someOf: ['ip', 'uid', 'name', 'hostname'] },
  product: { attributes: { ...named, vendor_name: 'text', version: 'text' }, someOf: ['name', 'uid'] },
  metadata: {
    attributes: {
      version: 'text',
      product: 'product',
      uid: 'text',
      correlation_uid: 'text',
      sequence: 'number',
      event_code: 'text',
      log_name: 'text',
      original_time: 'text',
    },
    required: ['version', 'product'],
  },
} as const satisfies Record<string, unknown>

const base: Shape = {
  attributes: {
    activity_id: 'number',
    activity_name: 'text',
    category_uid: 'number',
    category_name: 'text',
    class_uid: 'number',
    class_name: 'text',
    type_uid: 'number',
    type_name: 'text',
    severity_id: 'number',
    severity: 'text',
    status_id: 'number',
    status: 'text',
    time: 'number',
    message: 'text',
    metadata: 'metadata',
    unmapped: 'anything',
  },
  required: ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid'],
}

const severities = { 0: 'Unknown', 1: 'Informational', 2: 'Low', 3: 'Medium', 4: 'High', 5: 'Critical', 6: 'Fatal', 99: 'Other' }
const statuses = { 0: 'Unknown', 1: 'Success', 2: 'Failure', 99: 'Other' }
const crud = { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete' }
const iam = { actor: 'actor', src_endpoint: 'network_endpoint' } as const

interface ClassShape extends Shape {
  name: string
  category: [number, string]
  activities: Readonly<Record<number, string>>
}

const access = [3, 'Identity & Access Management'] satisfies [number, string]

const classes: Readonly<Record<number, ClassShape>> = {
  0: { name: 'Base Event', category: [0, 'Uncategorized'], activities: {}, attributes: {} },
  3001: {
    name: 'Account Change',
    category: access,
    activities: {
      1: 'Create',
      2: 'Enable',
      3: 'Password Change',
      4: 'Password Reset',
      5: 'Disable',
      6: 'Delete',
      7: 'Attach Policy',
      8: 'Detach Policy',
      9: 'Lock',
      10: 'MFA Factor Enable',
      11: 'MFA Factor Disable',
      12: 'Unlock',
    },
    attributes: { ...iam, user: 'user', user_result: 'user' },
    required: ['user'],
  },
  3002: {
    name: 'Authentication',
    category: access,
    activities: {
      1: 'Logon',
      2: 'Logoff',
      3: 'Authentication Ticket',
      4: 'Service Ticket Request',
      5: 'Service Ticket Renew',
      6: 'Preauth',
      7: 'Account Switch',
    },
    attributes: { ...iam, user: 'user', service: 'service', dst_endpoint: 'network_endpoint' },
    required: ['user'],
    someOf: ['service', 'dst_endpoint'],
  },
  3004: {
    name: 'Entity Management',
    category: access,
    activities: {
      ...crud,
      5: 'Move',
      6: 'Enroll',
      7: 'Unenroll',
      8: 'Enable',
      9: 'Disable',
      10: 'Activate',
      11: 'Deactivate',
      12: 'Suspend',
      13: 'Resume',
    },
    attributes: { ...iam, entity: 'managed_entity', entity_result: 'managed_entity' },
    required: ['entity'],
  },
  3005: {
    name: 'User Access Management',
    category: access,
    activities: { 1: 'Assign Privileges', 2: 'Revoke Privileges' },
    attributes: { ...iam, user: 'user', privileges: 'texts', resources: 'resource_details[]' },
    required: ['privileges', 'user'],
  },
  6003: {
    name: 'API Activity',
    category: [6, 'Application Activity'],
    activities: crud,
    attributes: { actor: 'actor', api: 'api', src_endpoint: 'network_endpoint', resources: 'resource_details[]' },
    required: ['actor', 'api', 'src_endpoint'],
  },
}

/** Violations of the schema, as sentences; none: the event is valid. */
export function findFaults(event: Readonly<Record<string, unknown>>): string[] {
  const found = classes[Number(event['class_uid'])]
  if (found === undefined) return [`There is no class ${String(event['class_uid'])}.`]
  const [activity, uid] = [Number(event['activity_id']), Number(event['class_uid'])]
  const activities: Record<number, string> = { 0: 'Unknown', ...found.activities }
  const shape: Shape = {
    attributes: { ...base.attributes, ...found.attributes },
    required: [...(base.required ?? []), ...(found.required ?? [])],
    ...(found.someOf === undefined ? {} : { someOf: found.someOf }),
    enums: { severity: severities, status: statuses },
  }
  // The name of 99 is the producer's own word.
  const name = activity === 99 ? event['activity_name'] : activities[activity]
  return [
    ...findIn('event', event, shape),
    ...expectEqual('class_name', event['class_name'], found.name),
    ...expectEqual('category_uid', event['category_uid'], found.category[0]),
    ...expectEqual('category_name', event['category_name'], found.category[1]),
    ...expectEqual('activity_name', event['activity_name'], name),
    ...expectEqual('type_uid', event['type_uid'], uid * 100 + activity),
  ]
}

const expectEqual = (what: string, found: unknown, expected: unknown) =>
  found === expected && expected !== undefined ? [] : [`${what} is ${String(found)} and not ${String(expected)}.`]

function findIn(
  where: string,
  value: Readonly<Record<string, unknown>>,
  { attributes, required = [], someOf, enums = {} }: Shape,
): string[] {
  const faults = Object.entries(value).flatMap(([name, one]) => {
    const kind = attributes[name]
    return kind === undefined ? [`${where} has ${name}, which it does not know.`] : findOf(`${where}.${name}`, one, kind)
  })
  for (const name of required) if (value[name] === undefined) faults.push(`${where} has no ${name}.`)
  if (someOf !== undefined && someOf.every((name) => value[name] === undefined)) faults.push(`${where} has none of ${someOf.join(', ')}.`)
  for (const [name, values] of Object.entries(enums)) {
    const id = value[`${name}_id`]
    if (id !== undefined) faults.push(...expectEqual(`${where}.${name}`, value[name], values[Number(id)]))
  }
  return faults
}

function findOf(where: string, value: unknown, kind: Kind): string[] {
  if (kind === 'anything') return []
  if (kind === 'text') return typeof value === 'string' && value !== '' ? [] : [`${where} is no text.`]
  if (kind === 'number') return Number.isSafeInteger(value) ? [] : [`${where} is no whole number.`]
  if (kind === 'texts') return isList(value) && value.every((one) => typeof one === 'string') ? [] : [`${where} is no list of texts.`]
  if (kind.endsWith('[]')) {
    const of = kind.slice(0, -2) as keyof typeof objects
    return isList(value) ? value.flatMap((one, at) => findOf(`${where}[${at}]`, one, of)) : [`${where} is no list.`]
  }
  if (typeof value !== 'object' || value === null) return [`${where} is no object.`]
  return findIn(where, value as Record<string, unknown>, objects[kind as keyof typeof objects])
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0
