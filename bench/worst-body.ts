import type { Endpoint } from '@twofold/contract/endpoint'

/*
 * Makes from a good body one that costs as much as the contract still accepts: every text as long, every list as full as it may be.
 */

interface Schema {
  def: {
    type: string
    shape?: Record<string, Schema>
    element?: Schema
    innerType?: Schema
    in?: Schema
    valueType?: Schema
    options?: Schema[]
    checks?: { _zod: { def: { check: string; maximum?: number } } }[]
  }
  safeParse(value: unknown): { success: boolean }
}

/** Of what may be as long as one likes, this part of the largest body. */
const shares = [1, 0.5, 0.2, 0.1, 0.03, 0.01, 0.001]
const letters = ['é', 'a', '\u0001', ' ']

/** Undefined: the call takes no body. `good` is one that it accepts. */
export function worstBody(endpoint: Endpoint, good: Record<string, unknown>): Record<string, unknown> {
  const schema = endpoint.body as unknown as Schema
  const isTaken = (body: unknown) => sizeOf(body) <= endpoint.bodyLimit && schema.safeParse(body).success
  let body = good
  for (const [name, value] of Object.entries(good)) {
    const field = fieldOf(schema, name, good)
    if (field === undefined) continue
    for (const share of shares) {
      const grown = { ...body, [name]: grow(field, value, Math.floor(endpoint.bodyLimit * share)) }
      if (!isTaken(grown)) continue
      if (sizeOf(grown) > sizeOf(body)) body = grown
      break
    }
  }
  return body
}

/** One that is refused only after everything was counted, parsed and checked: as many unknown fields and wrong items as fit. */
export function worstRefused({ bodyLimit, bodyCounts }: Endpoint, good: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = { ...good }
  const lists = Object.keys(good).filter((name) => Array.isArray(good[name]))
  const values = bodyCounts.values - bodyCounts.fields
  for (const name of lists) body[name] = Array.from({ length: Math.min(bodyCounts.items, Math.floor(values / 2)) }, () => ({}))
  for (let count = 0; Object.keys(body).length < bodyCounts.fields; count++)
    body[`unknown${count}`] = lists.length > 0 ? 1 : [{}, {}, {}, {}, {}]
  const left = Math.min(bodyLimit, 2 * 1024 * 1024, lists.length > 0 ? 30_000 : Infinity) - sizeOf(body) - 100
  if (left > 0) body['unknown0'] = 'é'.repeat(Math.floor(left / 2))
  return body
}

export const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body))

function fieldOf(schema: Schema, name: string, good: unknown): Schema | undefined {
  const { shape, options } = schema.def
  return shape?.[name] ?? options?.find((option) => option.safeParse(good).success)?.def.shape?.[name]
}

function grow(schema: Schema, good: unknown, bytes: number): unknown {
  const { type, innerType, element, shape, options, valueType } = schema.def
  const inner = innerType ?? (type === 'pipe' ? schema.def.in : undefined)
  if (inner !== undefined) return grow(inner, good, bytes)
  if (type === 'string' && typeof good === 'string') return growText(schema, good, bytes)
  if (type === 'array' && Array.isArray(good) && element !== undefined) return growList(schema, element, good, bytes)
  if (type === 'object' && isObject(good) && shape !== undefined) {
    const each = Math.floor(bytes / Math.max(1, Object.keys(good).length))
    return Object.fromEntries(Object.entries(good).map(([name, value]) => [name, shape[name] ? grow(shape[name], value, each) : value]))
  }
  if (type === 'record' && isObject(good) && valueType !== undefined) {
    const [first] = Object.entries(good)
    if (first === undefined) return good
    const many = { ...good }
    for (let count = 0; count < 190 && sizeOf(many) < bytes; count++)
      many[`${first[0]}${nameOf(count)}`] = grow(valueType, first[1], bytes / 200)
    return schema.safeParse(many).success ? many : good
  }
  const option = options?.find((candidate) => candidate.safeParse(good).success)
  return option === undefined ? good : grow(option, good, bytes)
}

function growText(schema: Schema, good: string, bytes: number): string {
  const most = mostOf(schema) ?? bytes
  for (const letter of letters) {
    const length = Math.floor(Math.min(most, bytes / Buffer.byteLength(letter)))
    for (const text of [good + letter.repeat(Math.max(0, length - good.length)), letter.repeat(length)]) {
      if (text.length > good.length && schema.safeParse(text).success) return text
    }
  }
  return good
}

function growList(schema: Schema, element: Schema, good: unknown[], bytes: number): unknown[] {
  const [first] = good
  if (first === undefined) return good
  const item = grow(element, first, Math.min(1000, bytes / 100))
  const most = Math.min(mostOf(schema) ?? 1000, Math.floor(bytes / (sizeOf(item) + 1)))
  return Array.from({ length: Math.max(1, most) }, () => (element.safeParse(crypto.randomUUID()).success ? crypto.randomUUID() : item))
}

const mostOf = ({ def }: Schema): number | undefined => def.checks?.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def.maximum

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** a, b, … z, ba, bb, … */
const nameOf = (number: number): string => (number >= 26 ? nameOf(Math.floor(number / 26)) : '') + String.fromCharCode(97 + (number % 26))
