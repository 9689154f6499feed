import { useLingui } from '@lingui/react/macro'
import { addIssuer, deleteIssuer, githubIssuer, type IssuerKind, listIssuers } from '@twofold/contract/workload'
import { useAct } from '../../kits/use-act.ts'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'
import { programsQuery } from './programs.ts'

export const issuersQuery = queryOf(['admin', 'workload-issuers'], listIssuers)

export function useIssuerKinds(): Record<IssuerKind, string> {
  const { t } = useLingui()
  return {
    github: t`GitHub`,
    github_enterprise: t`GitHub Enterprise Server`,
    gitlab: t`GitLab`,
    url: t`Another issuer of OpenID Connect`,
    keys: t`An issuer that Twofold cannot reach`,
  }
}

type Draft = { name: string; kind: IssuerKind; issuer: string; jwks_host: string; jwks: string }

/** The form of a new issuer. Fields of other kinds are not sent. */
export function useNewIssuer(onClose: () => void) {
  const { t } = useLingui()
  const values: Draft = { name: 'GitHub', kind: 'github', issuer: githubIssuer, jwks_host: '', jwks: '' }
  return useFormDialog({
    values,
    send: ({ name, kind, issuer, jwks_host: host, jwks }: Draft) =>
      call(addIssuer, {
        body: {
          name: name.trim(),
          kind,
          issuer: issuer.trim(),
          ...(kind === 'keys' ? { jwks } : host.trim() !== '' && { jwks_host: host.trim() }),
        },
      }),
    failed: t`The issuer could not be added`,
    renews: [issuersQuery.queryKey],
    onClose,
  })
}

export function useRemoveIssuer() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(deleteIssuer, { params: { id } }),
    failed: t`The issuer could not be removed`,
    renews: [issuersQuery.queryKey, programsQuery.queryKey],
  })
}
