import type { ZodMiniType } from 'zod/mini'
import { translateComplaint } from './server-texts.ts'

/** The first complaint of a schema about a value, in the reader's language. Undefined: none. */
export function fieldComplaint(schema: ZodMiniType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  return issue && translateComplaint(issue.message)
}

/** The same for an object, by field. Empty: no complaints. */
export function fieldComplaints(schema: ZodMiniType, values: unknown): Record<string, string> {
  const complaints: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) complaints[path.join('.')] ??= translateComplaint(message)
  return complaints
}
