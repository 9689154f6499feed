import { queryOptions } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { deleteTrust, type IssuerKind, listRefused, listTrusts, type TrustRules, type WorkloadRun } from '@twofold/contract/workload'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'

export const trustsKey = (accountId: string) => ['service-accounts', accountId, 'trusts'] as const

/** Rules of a service account, the issuers there are, and the audience to ask them for. */
export const trustsQuery = (accountId: string) => queryOf(trustsKey(accountId), listTrusts, { params: { id: accountId } })

export const refusedQuery = (accountId: string) =>
  queryOptions({
    ...queryOf(['service-accounts', accountId, 'refused'], listRefused, { params: { id: accountId } }),
    select: ({ data }) => data,
  })

export function useDeleteTrust(accountId: string) {
  const { t } = useLingui()
  return useAct({
    send: (trustId: string) => call(deleteTrust, { params: { id: accountId, trust_id: trustId } }),
    failed: t`The rule could not be deleted. Please try again.`,
    renews: [trustsKey(accountId)],
  })
}

/** One claim per line; a claim with several values takes several lines. */
export const textOfRules = (rules: TrustRules) =>
  Object.entries(rules)
    .flatMap(([claim, values]) => values.map((value) => `${claim} = ${value}`))
    .join('\n')

/** Undefined: a line is no claim with a value. */
export function rulesOfText(text: string): TrustRules | undefined {
  const rules: Record<string, string[]> = {}
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const at = line.indexOf('=')
    const [claim, value] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()]
    if (claim === '' || value === '') return undefined
    rules[claim] = [...(Object.hasOwn(rules, claim) ? (rules[claim] ?? []) : []), value]
  }
  return rules
}

/** The claims that a rule for such an issuer needs, for somebody to fill in. */
export const outlineOfRules: Record<IssuerKind, string> = {
  github: 'repository_id = \nrepository_owner_id = \nref = refs/heads/main',
  github_enterprise: 'repository_id = \nrepository_owner_id = \nref = refs/heads/main',
  gitlab: 'project_id = \nref_type = branch\nref_protected = true\nref = main',
  url: 'sub = ',
  keys: 'sub = ',
}

/** Name of a run without a link: its repository or project, otherwise its subject. */
export const nameOfClaims = (claims: WorkloadRun['claims']) => claims['repository'] ?? claims['project_path'] ?? claims['sub'] ?? ''
