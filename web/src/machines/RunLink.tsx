import { useLingui } from '@lingui/react/macro'
import type { WorkloadRun } from '@twofold/contract/workload'
import { nameOfClaims } from './trusts.ts'

/** A run that the issuer vouches for: a link when it has an address. */
export function RunLink({ run }: { run: WorkloadRun }) {
  const { t } = useLingui()
  const name = nameOfClaims(run.claims) || t`Verified run`
  if (run.url === null || !run.url.startsWith('https://')) return <span className="wrap-anywhere">{name}</span>
  return (
    <a href={run.url} target="_blank" rel="noreferrer" className="text-button wrap-anywhere">
      {name}
    </a>
  )
}
