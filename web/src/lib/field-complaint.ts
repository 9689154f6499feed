import type { ZodMiniType } from 'zod/mini'
import { translateComplaint } from './error-messages.ts'

/** What the contract says against a value, in the reader's language: the first complaint. Undefined: nothing. */
export function fieldComplaint(schema: ZodMiniType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  return issue && translateComplaint(issue.message)
}
