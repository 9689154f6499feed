/*
 * Compares the errors that calls declare in the contract with those that the server fails with on the way from their handlers, as the compiler
 * sees it. `--write` writes them into the contract; `--why CALL CODE` prints the way.
 */
import { join } from 'node:path'
import { newPasswordField } from '@twofold/contract/accounts'
import type { Endpoint } from '@twofold/contract/endpoint'
import type { ErrorCode } from '@twofold/contract/errors'
import { readOperations } from '../../client/scripts/read-operations.ts'
import { answersOf } from '../../server/src/platform/http/answers.ts'
import { fieldsThatAre } from '../../server/src/platform/http/validate.ts'
import { type CallGraph, reachableCodes, readCallGraph, type RouteUse } from './call-graph.ts'
import { writeErrors } from './write-errors.ts'

/** Errors of calls that the compiler cannot see. */
const besides: Readonly<Record<string, readonly ErrorCode[]>> = {
  // Its grants are looked up by the name that a client sends.
  issueToken: [
    'oauth.access_denied',
    'oauth.authorization_pending',
    'oauth.expired_token',
    'oauth.invalid_grant',
    'oauth.missing_parameter',
    'oauth.slow_down',
    'workload.issuer_unreachable',
    'workload.replayed',
  ],
}

/** The codes that a call has to declare: those that it can fail with and that do not follow from its declaration. */
function codesToDeclare(name: string, call: Endpoint, { handler, options }: RouteUse): string[] {
  const has = (option: string) => options.get(option) === true
  const implied: ReadonlySet<string> = answersOf(
    { ...call, errors: [] },
    {
      role: options.get('role') as 'public' | 'user' | 'admin' | 'principal',
      needsPin: has('needsPin'),
      whileLocked: true,
      ...(has('duringMaintenance') ? { duringMaintenance: true } : {}),
    },
    { isAgreement: false, mayWait: false, whenClosed: undefined, setsPassword: fieldsThatAre(newPasswordField, call.body).length > 0 },
  )
  const codes = [...reachableCodes(handler).keys(), ...(besides[name] ?? [])]
  return [...new Set(codes)].filter((code) => !implied.has(code)).toSorted()
}

function compare(calls: Map<string, Endpoint>, graph: CallGraph): { wanted: Map<string, string[]>; differences: string[] } {
  const wanted = new Map<string, string[]>()
  const differences: string[] = []
  for (const [name, call] of calls) {
    const route = graph.routes.get(name)
    if (route === undefined) {
      differences.push(`${name}: no route() with this call was found`)
      continue
    }
    const codes = codesToDeclare(name, call, route)
    const declared: readonly string[] = call.errors
    const missing = codes.filter((code) => !declared.includes(code))
    const idle = declared.filter((code) => !codes.includes(code))
    if (missing.length > 0) differences.push(`${name} can answer, and does not declare: ${missing.join(', ')}`)
    if (idle.length > 0) differences.push(`${name} declares, and never answers: ${idle.join(', ')}`)
    if (missing.length + idle.length > 0) wanted.set(name, codes)
  }
  return { wanted, differences }
}

const [, , mode, call = '', code = ''] = process.argv
const graph = await readCallGraph(join(import.meta.dirname, '../../server'))
if (mode === '--why') {
  const route = graph.routes.get(call)
  console.log((route && reachableCodes(route.handler).get(code)?.join('\n  ')) ?? `${call} does not answer ${code}.`)
} else {
  const { wanted, differences } = compare(await readOperations(), graph)
  if (mode === '--write') {
    await writeErrors(wanted)
    console.log(`Wrote the errors of ${wanted.size} calls into the contract.`)
  } else if (differences.length > 0) {
    console.error(`${differences.join('\n')}\nRun: npm run operations`)
    process.exitCode = 1
  }
}
