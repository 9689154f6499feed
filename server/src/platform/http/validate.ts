import type { Endpoint } from '@twofold/contract/endpoint'
import type { FieldErrors } from '@twofold/contract/errors'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '../fail.ts'

// zod/mini comes without messages: those of fields that say nothing themselves are English.
z.config(z.locales.en())

const nothing = z.strictObject({})

/** Checks path, query and body together, so that one answer names every wrong field. Throws 422 `request.invalid`. */
export function validate(endpoint: Endpoint, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const errors: FieldErrors = {}
  const check = (schema: z.ZodMiniType, value: unknown) => {
    const result = z.safeParse(schema, value)
    if (result.success) return result.data
    collect(result.error.issues, errors)
    return undefined
  }
  const parts = {
    params: check(endpoint.params ?? nothing, request.params ?? {}),
    query: check(endpoint.query ?? nothing, request.query ?? {}),
    body: endpoint.method === 'GET' ? undefined : check(endpoint.body ?? nothing, request.body ?? {}),
  }
  if (Object.keys(errors).length > 0) throw fail('request.invalid', { errors })
  return parts
}

function collect(issues: readonly z.core.$ZodIssue[], errors: FieldErrors) {
  for (const issue of issues) {
    const path = issue.path.map(String)
    const entries =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [[...path, key].join('.'), 'This field is not known here.'] as const)
        : [[path.join('.') || 'request', issue.message] as const]
    for (const [field, message] of entries) {
      const messages = Object.hasOwn(errors, field) ? (errors[field] ?? []) : []
      Object.defineProperty(errors, field, { value: [...messages, message], enumerable: true, configurable: true, writable: true })
    }
  }
}
