import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { serviceAccount } from '../service-accounts.ts'
import { takeState } from '../takes.ts'
import { programKind } from '../tokens.ts'
import { refusedExchange, trust, workloadRun } from '../workload.ts'

const endpoint = taggedEndpoint('Programs')

/** Rows of one kind that the screen gets. */
export const programRowsMost = 200

/** `total`: also those that are not among the rows. */
const rowsOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ rows: z.array(row), total: z.number() })

const account = z.object({ id: z.string(), name: z.string() })

export const programAccount = z.extend(serviceAccount, { is_managed: z.boolean() })
export type ProgramAccount = z.infer<typeof programAccount>

export const programToken = z.object({
  id: z.string(),
  /** `svc` or `pat`: those of workloads live for minutes, and devices are sessions. */
  kind: programKind,
  name: z.string(),
  last_four: z.string(),
  owner: z.string(),
  is_agent: z.boolean(),
  created_by: z.nullable(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.nullable(z.string()),
  last_used_address: z.nullable(z.string()),
})
export type ProgramToken = z.infer<typeof programToken>

/** `is_managed`: the reader manages the service account, and so may make rules. */
export const programTrust = z.extend(trust, { account })
export type ProgramTrust = z.infer<typeof programTrust>
export const programRefusal = z.extend(refusedExchange, { account: z.extend(account, { is_managed: z.boolean() }) })
export type ProgramRefusal = z.infer<typeof programRefusal>

export const programTake = z.object({
  id: z.string(),
  key: account,
  /** The service account, or the person by whose token. */
  taker: z.string(),
  state: takeState,
  asked_at: z.string(),
  over_at: z.nullable(z.string()),
  verified_run: z.nullable(workloadRun),
})
export type ProgramTake = z.infer<typeof programTake>

export const getPrograms = endpoint('GET /admin/programs', {
  summary: 'List the service accounts, tokens (oldest first), workload rules, refused exchanges and latest takes of the installation',
  response: z.object({
    accounts: rowsOf(programAccount),
    tokens: rowsOf(programToken),
    trusts: rowsOf(programTrust),
    refused: rowsOf(programRefusal),
    takes: rowsOf(programTake),
  }),
})
export type Programs = z.infer<(typeof getPrograms)['response']>

export const suspendProgramAccount = endpoint('POST /admin/programs/accounts/{id}/suspend', {
  summary: 'Suspend any service account; only an administrator can resume it then',
  errors: ['service_accounts.not_found'],
})

export const resumeProgramAccount = endpoint('POST /admin/programs/accounts/{id}/resume', {
  summary: 'Resume any suspended service account',
  errors: ['service_accounts.not_found'],
})
