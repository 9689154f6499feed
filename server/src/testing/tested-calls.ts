import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Why a call that changes something leaves no row of the audit log. */
export const whyNone = {
  looks: 'It changes nothing, or only what the page shows.',
  own: 'Only how the caller sees things: no access, no secret, no way to sign in.',
  collects: 'What was approved before is handed over; the approval left the row.',
  begins: 'The first of two calls; the second one leaves the row.',
  ends: 'The session that made the call ends, and nobody gains anything.',
  codes: 'Codes are no secrets: who was shown or copied them stands in the ledger.',
  mail: 'A mail is sent again; following its link leaves the row.',
} as const

/** Facts about a call that changes something, for the tests of all calls. */
export interface TestedCall {
  /**
   * Rows of the audit log, any of which the call may leave, without `person.`; those with another noun are whole. Or why it leaves none. Calls of
   * administrators leave one by their route (`platform/http/route.ts`), so they say nothing.
   */
  leaves?: readonly string[] | keyof typeof whyNone
  /** One that the call accepts, or would with another token. Every field is here, so that every field is attacked. */
  body?: Readonly<Record<string, unknown>>
}

/** By method and path. */
export type TestedCalls = Readonly<Record<string, TestedCall>>

const sources = join(import.meta.dirname, '..')

const tables = globSync('**/testing/calls.ts', { cwd: sources }).map(
  async (file) => ((await import(join(sources, file))) as { calls: TestedCalls }).calls,
)

/** The tables in `testing/calls.ts` of all nouns. A new file is found by its name. */
export const testedCalls: TestedCalls = Object.fromEntries((await Promise.all(tables)).flatMap((calls) => Object.entries(calls)))

/** For a test that misses something: where it is said. */
export const whereToSay = 'Say it in testing/calls.ts of the noun that has the route'
