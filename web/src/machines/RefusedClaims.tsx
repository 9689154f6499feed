import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RefusalReason, RefusedExchange } from '@twofold/contract/workload'
import { When } from '../ui/When.tsx'

const refusalTexts: Record<RefusalReason, MessageDescriptor> = {
  no_rule: msg`No rule lets such a run in.`,
  event: msg`Somebody outside the repository can start such a run. A rule has to list its event_name.`,
  time: msg`Its token was too old or not valid yet.`,
  replayed: msg`Its token was exchanged before. Somebody else may hold it.`,
  suspended: msg`The service account is suspended.`,
}

/** The reason and time of a refused run, and its verified claims. */
export function RefusedClaims({ refused }: { refused: Pick<RefusedExchange, 'reason' | 'claims' | 'address' | 'refused_at' | 'issuer'> }) {
  const { i18n } = useLingui()
  const { claims, address, refused_at: at } = refused
  const issuerName = refused.issuer.name
  return (
    <>
      {i18n._(refusalTexts[refused.reason])}
      <br />
      <Trans>
        <When at={at} /> from {address}, a token of {issuerName}
      </Trans>
      <details>
        <summary>
          <Trans>Verified claims</Trans>
        </summary>
        <pre className="font-code text-xs wrap-anywhere whitespace-pre-wrap">
          {Object.entries(claims)
            .map(([claim, value]) => `${claim} = ${value}`)
            .join('\n')}
        </pre>
      </details>
    </>
  )
}
