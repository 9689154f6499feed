import { catalogue } from '@twofold/contract/error-catalogue'
import { type ErrorBody, type ErrorCode, fillMessage } from '@twofold/contract/errors'

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  minItems?: number
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

const time = '2026-11-25T09:30:00.000Z'

/** Examples by the name of the field, or by its ending. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/(^|_)id$|_ids$/, '0199f1d2-7a3c-7c1e-9b55-3f2a1c9e4d10'],
  [/zone/, 'Europe/Berlin'],
  [/email|^to$|address/, 'ann@example.org'],
  [/_at$|_until$|^until$|^since$|^from$|time/, time],
  [/day|date/, '2026-11-25'],
  [/url|link|uri|site|issuer/, 'https://vault.example.org'],
  [/token/, 'a-token'],
  [/pin/, '2468'],
  [/password/, 'correct-horse-battery'],
  [/secret/, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  [/code/, '123456'],
  [/slug/, 'pin-reset'],
  [/language|locale/, 'en'],
  [/name/, 'Code host'],
  [/message|note|reason|text|description/, 'A sentence.'],
]

const byFormat: Record<string, string> = {
  uuid: '0199f1d2-7a3c-7c1e-9b55-3f2a1c9e4d10',
  email: 'ann@example.org',
  'date-time': time,
  date: '2026-11-25',
  uri: 'https://vault.example.org',
  time: '09:30:00',
}

/** Texts for fields with a pattern that their name does not tell. */
const patterned = [
  'key.shared',
  'key',
  '2026-11-25',
  'https://vault.example.org',
  '#336699',
  'BCDFGHJK',
  'eu-central-1',
  '09:30',
  '192.0.2.1',
]

/** Fields that a request has only for some purposes, of which an example shows the first. */
const seldom = new Set(['ca', 'tag', 'domains', 'group_id', 'service_account_id', 'jwks', 'jwks_host', 'issuer', 'on', 'from', 'to'])

/** A value that a schema describes, for readers of the documentation. `name`: of the field. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first !== undefined) return exampleOf(first, name)
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return exampleText(schema, name)
    case 'integer':
    case 'number':
      return Math.max(
        schema.minimum ?? 0,
        schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1,
        Math.min(1, schema.maximum ?? 1),
      )
    case 'boolean':
      return true
    case 'array':
      return exampleList(schema, name)
    case 'object':
      return exampleObject(schema, name)
    case 'null':
      return null
    default:
      return exampleText(schema, name)
  }
}

function exampleText({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema, name: string): string {
  const formatted = format === undefined ? undefined : byFormat[format]
  if (formatted !== undefined) return formatted
  const meant = texts.find(([field]) => field.test(name))?.[1] ?? 'text'
  const text = meant.padEnd(minLength, 'x').slice(0, maxLength)
  if (pattern === undefined) return text
  const shape = new RegExp(pattern, 'u')
  return [text, ...patterned].find((candidate) => shape.test(candidate)) ?? text
}

function exampleList({ items, prefixItems, minItems = 1 }: JsonSchema, name: string): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((item) => exampleOf(item, name))
  if (items === undefined || items === false) return []
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name))
}

function exampleObject({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema, name: string): object {
  const shown = Object.entries(properties).filter(([field]) => required.includes(field) || !seldom.has(field))
  const fields = shown.map(([field, schema]) => [field, exampleOf(schema, field)] as const)
  if (fields.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(fields)
  return { [propertyNames === undefined ? 'name' : String(exampleOf(propertyNames, 'name'))]: exampleOf(additionalProperties, name) }
}

const numbers = /^(seconds|minutes|hours|days|limit|most|tries|minimum|count|bytes|version)$/

/** The body of an answer with this error. */
export function errorExample(code: ErrorCode): ErrorBody {
  const entry = catalogue[code]
  const { status } = entry
  const names = [...entry.message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = Object.fromEntries(
    names.map((name) => [name, numbers.test(name) ? 5 : (texts.find(([field]) => field.test(name))?.[1] ?? 'text')] as const),
  )
  const filled = fillMessage(entry, parameters)
  return {
    message: filled,
    code,
    ...(status === 422 && code === 'request.invalid' ? { errors: { name: ['Enter a name.'] } } : {}),
    ...(names.length === 0 ? {} : { parameters }),
  }
}
