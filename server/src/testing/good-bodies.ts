import { testedCalls } from './tested-calls.ts'

/** A body that each call accepts, or would with another token. */
export const goodBodies: Record<string, Record<string, unknown>> = Object.fromEntries(
  Object.entries(testedCalls).flatMap(([call, { body }]) => (body === undefined ? [] : [[call, body]])),
)
