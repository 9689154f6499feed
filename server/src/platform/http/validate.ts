import type { Endpoint } from '@twofold/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Complaint, type Complaints, complain, complaintOfSchema } from '../complaint.ts'
import { AppError, fail, mergeErrors } from '../fail.ts'
import { createPause } from '../batches.ts'
import { schemaMessage } from './schema-messages.ts'
import { splitLists } from './split-lists.ts'

// zod/mini comes without messages for fields that have none of their own.
z.config({ localeError: schemaMessage })

interface RequestParts {
  params: unknown
  query: unknown
  body: unknown
}

const nothing = z.strictObject({})

/** Errors that one answer names; what comes after them is not looked at. */
const mostErrors = 50
/** Longest unknown name that a message repeats. */
const longestName = 100
/** Parameters of an address: more than any call has. */
const mostParameters = 100
/** Items of the lists in a body from which on they are checked in batches. */
const longLists = 200

/** A service's complaints about well-formed fields; throws as the service does. */
export type Rules = (fields: Record<string, unknown>, params: object) => unknown

/**
 * Checks path, query and body together, so that one answer names every wrong field, up to 50. Where some are malformed, `rules` look at the
 * others, which would otherwise wait for the next try. Long lists are checked in batches between which the event loop turns.
 */
export function validate(endpoint: Endpoint, request: FastifyRequest, rules?: Rules): RequestParts | Promise<RequestParts> {
  const errors = new ErrorList()
  const query = (request.query ?? {}) as Record<string, unknown>
  if (Object.keys(query).length > mostParameters) throw fail('request.too_many_parts')
  const params = check(endpoint.params ?? nothing, request.params ?? {}, errors)
  const checkedQuery = check(endpoint.query ?? nothing, query, errors)
  const schema = endpoint.body ?? nothing
  const body = request.body ?? {}
  const split = splitLists(schema)
  const finish = (checked: unknown) =>
    errors.isEmpty()
      ? { params, query: checkedQuery, body: checked }
      : refuse(errors, () => rules?.(wellFormed(schema, body, split.names), params ?? {}))
  if (endpoint.method === 'GET') return finish(undefined)
  const items = split.names.reduce((sum, name) => sum + lengthOf(body, name), 0)
  if (items < longLists) return finish(check(schema, body, errors))
  return checkInBatches(split, body as Record<string, unknown>, errors).then(finish)
}

/** The parameters of an address, before the request is checked as a whole; undefined: there are none, or they are not valid. */
export function readQuery({ query }: Endpoint, request: FastifyRequest): unknown {
  const given = (request.query ?? {}) as Record<string, unknown>
  if (query === undefined || Object.keys(given).length > mostParameters) return undefined
  return z.safeParse(query, given).data
}

function check(schema: z.ZodMiniType, value: unknown, errors: ErrorList): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  errors.add(result.error.issues)
  return undefined
}

/** The rest first, which is quick; then item by item, until there are enough errors. */
async function checkInBatches({ rest, lists, names }: ReturnType<typeof splitLists>, body: Record<string, unknown>, errors: ErrorList) {
  const checked = check(rest, body, errors) as Record<string, unknown> | undefined
  const pause = createPause()
  const read: Record<string, unknown[]> = {}
  for (const name of names) {
    const list = body[name]
    const item = lists[name]
    // A list of the wrong length, or no list at all, is named already.
    if (!Array.isArray(list) || item === undefined || errors.has(name)) continue
    const items: unknown[] = []
    for (const [index, value] of list.entries()) {
      const result = z.safeParse(item, value)
      if (result.success) items.push(result.data)
      else errors.add(result.error.issues, [name, index])
      if (errors.isFull()) return undefined
      const waiting = pause()
      if (waiting !== undefined) await waiting
    }
    read[name] = items
  }
  return { ...checked, ...read }
}

async function refuse(errors: ErrorList, askRules: () => unknown): Promise<never> {
  throw fail('request.invalid', { errors: mergeErrors(errors.byField(), await complaintsOf(askRules)) })
}

async function complaintsOf(askRules: () => unknown): Promise<Complaints> {
  try {
    await askRules()
    return {}
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return error.errors ?? {}
    throw error
  }
}

/** Names of the fields that have this very schema. */
export const fieldsThatAre = (wanted: z.ZodMiniType, schema: z.ZodMiniType | undefined) =>
  Object.entries(shapeOf(schema)).flatMap(([name, field]) => (field === wanted ? [name] : []))

const shapeOf = (schema: z.ZodMiniType | undefined) =>
  schema instanceof z.ZodMiniObject ? (schema.shape as Record<string, z.ZodMiniType>) : {}

/** The fields of a body that are right by themselves, without lists, which may be long. */
function wellFormed(schema: z.ZodMiniType, body: unknown, lists: readonly string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {}
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shapeOf(schema))) {
    if (!Object.hasOwn(body, name) || lists.includes(name)) continue
    const result = z.safeParse(field, Reflect.get(body, name))
    if (result.success) fields[name] = result.data
  }
  return fields
}

function lengthOf(body: unknown, name: string): number {
  const list: unknown =
    typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list.length : 0
}

class ErrorList {
  readonly #messages = new Map<string, Complaint[]>()
  #count = 0

  add(issues: readonly z.core.$ZodIssue[], before: readonly (string | number)[] = []) {
    for (const issue of issues) {
      const path = [...before, ...issue.path.map(String)]
      if (issue.code !== 'unrecognized_keys') this.#put(path.join('.') || 'request', complaintOfSchema(issue))
      // No more than are named: there may be very many.
      else for (const key of issue.keys.slice(0, mostErrors)) this.#put([...path, key].join('.'), complain('complaint.field_unknown'))
    }
  }

  #put(field: string, message: Complaint) {
    if (this.isFull()) return
    const name = field.length > longestName ? `${field.slice(0, longestName)}…` : field
    const messages = this.#messages.get(name)
    if (messages === undefined) this.#messages.set(name, [message])
    else messages.push(message)
    this.#count += 1
  }

  has = (field: string) => this.#messages.has(field)
  isFull = () => this.#count >= mostErrors
  isEmpty = () => this.#count === 0

  byField(): Complaints {
    const errors: Complaints = {}
    // Defined and not set: a field may be called __proto__.
    for (const [field, value] of this.#messages) {
      Object.defineProperty(errors, field, { value, enumerable: true, configurable: true, writable: true })
    }
    return errors
  }
}
