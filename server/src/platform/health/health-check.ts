import type { HealthCheckName } from '@twofold/contract/admin/health'
import type { RawBuilder } from 'kysely'
import type { Finding } from './finding.ts'

/** Basis of a verdict. `now` is the time by the clock of this node. */
export interface Found<Row, Measured> {
  row: Row
  measured: Measured
  now: number
}

interface Check<Row, Measured, Name extends HealthCheckName> {
  name: Name
  /** Its name in `npm run doctor`. */
  title: string
  /** It checks the set-up: its first result is not a change, so it causes no notification. */
  isOfSetUp?: true
  /** Asks the database for one row. The questions of all checks are one statement, see `readTogether`. */
  question?: (now: number) => RawBuilder<Row>
  /** Looks at anything other than the database. */
  measure?: (now: number) => Promise<Measured>
  /** It measures while no other check does. */
  isMeasuredAlone?: true
  judge: (found: Found<Row, Measured>) => Finding
}

/** One check of the installation's health, which a noun declares. */
export type HealthCheck<Name extends HealthCheckName = HealthCheckName> = Check<never, never, Name>

export const defineCheck = <Name extends HealthCheckName, Row = undefined, Measured = undefined>(
  check: Check<Row, Measured, Name>,
): HealthCheck<Name> => check as unknown as HealthCheck<Name>
